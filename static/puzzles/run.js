// The clock of a run: it counts down, and at nought the page shows how the run went.

const clock = document.getElementById("clock");
if (clock) {
  const end = Date.now() + 1000 * Number(clock.dataset.left);
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    clock.textContent = `${left} ${left === 1 ? "second" : "seconds"} left`;
    if (left) return;
    clearInterval(timer);
    location.assign(location.pathname);
  }, 500);
}
