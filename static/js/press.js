/* Whether a button or a finger is down. What lies under it is neither exchanged nor moved before it is
 * up again: a click whose beginning and end hit different elements reaches neither of them.
 */
const LONGEST_MS = 3_000; // the end of a press may go unseen, as outside of the window

let timer = null;
let isDown = false;
const waiting = new Set();

export function isPressed() {
  return isDown;
}

/** Call ``act`` once nothing is pressed: at once, or after what the press itself brings about. */
export function whenReleased(act) {
  if (isDown) waiting.add(act);
  else act();
}

function endPress() {
  clearTimeout(timer);
  isDown = false;
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
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
// The click comes after the pointer is up, in the same turn.
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => isDown && setTimeout(endPress), true);
}
