"""Score sheets: reported, confirmed, disputed, ruled; calls.

The walk of a report, from its form to the stored rows, file by file:

1. ``sheet_forms.quick`` (or ``declared``): what the form says, as the game's input
2. ``reporting.services``: ``report_hand``, the verb
3. ``sheet_data``: the input as plain data, for the digest of the write
4. ``receipts``: whether this write was done before
5. ``table_state``: the table is locked, with its seats
6. ``rules``: the digest
7. ``versions``: the sheet, if it still is the one that was seen
8. ``sheet_data``: checked and scored by the game
9. ``versions``: its lines, its status and its new version are stored
10. ``table_state``: whether the game is over; the table and the count of changes are stored
"""
