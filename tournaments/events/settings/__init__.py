"""The settings of an event and its tournaments that a conductor may change, each declared once.

``of_tournament`` and ``of_event`` declare them. Made from that are the forms (``inputs``), the
fields of the API (``api.settings``), what is checked (``events.rules``), stored and recorded
(``events.services``), and what an event file has (``standings.exporting``).
"""
