/* On every page: sends what waits in the outbox, and counts it in the head of the page. */
import { isAnswered, isHeld } from "./outbox_entries.js";
import { kick } from "./outbox_sender.js";
import { allEntries, onChange } from "./outbox_store.js";
import { isPressed, whenReleased } from "./press.js";
import { fill, setText } from "./words.js";

/** How many entries wait and how many are refused. */
async function showCount() {
  const entries = (await allEntries()).filter((entry) => !isHeld(entry));
  if (isPressed()) {
    whenReleased(show);
    return;
  }
  const line = document.querySelector("[data-outbox-count]");
  if (!line) return;
  const open = entries.filter((entry) => !isAnswered(entry));
  const refused = open.filter((entry) => entry.status === "refused").length;
  const counts = { Waiting: open.length - refused, Refused: refused };
  const said = Object.entries(counts).filter(([, count]) => count);
  const text = said.map(([name, count]) => fill(line.dataset[`words${name}`], { count }));
  setText(line.querySelector("a"), text.join(" · "));
  if (open.length) line.querySelector("a").href = `${open[0].page}#outbox`;
  line.hidden = !open.length;
}

function show() {
  showCount().catch(() => {}); // A browser that keeps nothing shows the page as it came.
}

onChange(show);
document.addEventListener("contact", () => {
  show();
  kick();
});
document.addEventListener("turned", show);
addEventListener("online", () => kick());
addEventListener("pageshow", () => kick());
addEventListener("visibilitychange", () => document.visibilityState === "visible" && kick());
show();
