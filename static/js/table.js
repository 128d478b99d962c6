/* Loads the modules of pages on which hands are entered; page.js comes before it. */
import "./entry.js";
import "./sign_key.js"; // after entry.js, whose key pad has such a key
import "./sheet_parts.js";
import "./sheet_rows.js";
import "./sheet_words.js";
import "./outbox.js";
import "./wake.js";
