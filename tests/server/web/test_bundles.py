import pytest

from server.web.bundles import Bundle, bundled_styles

MODULES = {
    "page": 'import { add as plus } from "./sum.js"; // why\nimport "./live.js";\nplus(1);\n',
    "live": 'import { add } from "./sum.js";\nadd(2);\n',
    "sum": (
        "const one = 1;\nexport function add(x) {\n  return x + one;\n}\n"
        "async function wait() {}\nexport { wait as pause };\n"
    ),
    "table": 'import { add } from "./sum.js";\nimport { own } from "./own.js";\nown(add);\n',
    "own": "export async function own(f) {\n  f(3);\n}\n",
}


def test_a_bundle_runs_each_module_once_behind_those_that_it_imports():
    text = str(Bundle(MODULES.__getitem__, "page"))
    places = [text.index(f"const {name}_js = ") for name in ("sum", "live", "page")]
    assert places == sorted(places)
    assert text.count("const sum_js = ") == 1
    assert "return { add: add, pause: wait };" in text
    assert "const { add: plus } = sum_js;" in text


def test_a_second_bundle_takes_from_the_first_what_that_has():
    page = Bundle(MODULES.__getitem__, "page")
    text = str(Bundle(MODULES.__getitem__, "table", page))
    assert text.startswith('import { sum_js } from "./page.js";')
    assert "const sum_js" not in text
    assert "const own_js = " in text
    assert "export { sum_js, live_js, page_js };" in str(page)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"sum": 'import "./live.js";\n'}, "imports itself"),
        ({"sum": "export const add = 1;\n"}, "cannot be bundled: export const add = 1;"),
        ({"live": 'import * as sum from "./sum.js";\n'}, "cannot be bundled: import"),
    ],
)
def test_what_cannot_be_bundled_stops_the_collecting(changed, said):
    with pytest.raises(ValueError, match=said):
        Bundle((MODULES | changed).__getitem__, "page")


def test_style_sheets_keep_their_order_and_what_is_for_paper():
    sheets = {
        "site": '/* all */\n@import "first.css";\n@import "paper.css" print;\n',
        "first": "a {\n  color: red;\n}\n",
        "paper": "a {\n  color: black;\n}\n",
    }
    assert bundled_styles(sheets.__getitem__, "site") == (
        "a {\ncolor: red;\n}\n@media print {\na {\ncolor: black;\n}\n}\n"
    )
