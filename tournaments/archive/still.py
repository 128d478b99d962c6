"""A page as it is kept to be served: it says of when it is, and waits for nothing."""

from collections.abc import Iterator

from bs4 import BeautifulSoup

#: The time of day without scripts, and what only a page that changes has.
DROPPED = "time[data-now], .contact, [data-announcer]"


def still(html: bytes, note: str) -> tuple[bytes, list[str]]:
    """The page without its stream and with ``note`` at its foot, and where its links lead.

    Its address still has the parts of those whom the site knows, and every form works.
    """
    soup = BeautifulSoup(html, "html.parser")
    for element in soup.select(DROPPED):
        if not element.decomposed:
            element.decompose()
    if soup.body:
        del soup.body["data-stream"]
    links = list(_links(soup))
    if foot := soup.select_one(".foot__line"):
        remark = soup.new_tag("p")
        remark.string = note
        foot.insert(0, remark)
    return soup.encode(), links


def _links(soup: BeautifulSoup) -> Iterator[str]:
    for element in soup.select("a[href]"):
        yield str(element["href"])
