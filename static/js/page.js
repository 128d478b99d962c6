/* Loads the modules of every page: each finds its own elements. server/web/bundles.py makes one file
 * of them for what is served.
 */
import "./clock.js";
import "./in_place.js";
import "./keep_focus.js";
import "./keep_open.js";
import "./keep_typed.js";
import "./live.js";
import "./messages.js";
import "./notices.js";
import "./outbox_waiting.js";
import "./search.js";
import "./worker.js";
import "./ticks.js";
import "./age.js";
