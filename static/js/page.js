/* Loads the modules of every page, without a build step: each finds its own elements. */
import "./clock.js";
import "./keep_open.js";
import "./keep_typed.js";
import "./live.js";
import "./notices.js";
import "./entry.js";
import "./sign_key.js"; // after entry.js, whose key pad has such a key
import "./sheet_rows.js";
import "./sheet_words.js";
import "./outbox.js";
import "./wake.js";
import "./worker.js";
import "./ticks.js";
