/* What every page runs, without a build step: each module looks for its own marks in the page. */
import "./clock.js";
import "./keep_open.js";
import "./keep_typed.js";
import "./live.js";
import "./notices.js";
import "./entry.js";
import "./sheet_words.js";
import "./outbox.js";
import "./wake.js";
import "./worker.js";
import "./ticks.js";
