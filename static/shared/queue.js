// Taps wait for one another: each changes the text that the one before it left.

export function inTurn(send) {
  let last = Promise.resolve();
  return (tap) => {
    last = last.then(() => send(tap)).catch(() => {}); // one that fails holds no other up
  };
}
