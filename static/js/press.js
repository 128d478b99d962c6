/* Tracks whether a pointer is pressed. Nothing under it may be replaced or moved until it is released:
 * a click whose start and end hit different elements reaches neither of them.
 */
const LONGEST_MS = 3_000; // the release may be missed, for example outside the window

let timer = null;
let isDown = false;
const waiting = new Set();

export function isPressed() {
  return isDown;
}

/** Call ``callback`` as soon as nothing is pressed, after the handlers of the click itself. */
export function whenReleased(callback) {
  if (isDown) waiting.add(callback);
  else callback();
}

function endPress() {
  clearTimeout(timer);
  isDown = false;
  const callbacks = [...waiting];
  waiting.clear();
  for (const callback of callbacks) callback();
}

addEventListener(
  "pointerdown",
  () => {
    isDown = true;
    clearTimeout(timer);
    timer = setTimeout(endPress, LONGEST_MS);
  },
  true,
);
// The click event follows the release in the same task.
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => isDown && setTimeout(endPress), true);
}
