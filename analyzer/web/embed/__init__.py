"""Pieces of ours in other people's pages: frames, snippets to copy, and oEmbed that tells them."""

from analyzer.web.embed.links import EmbedLink, embed_of

__all__ = ["EmbedLink", "embed_of"]
