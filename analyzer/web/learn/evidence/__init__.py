"""What was measured, as a page: one module for each room of sections."""
