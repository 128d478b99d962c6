"""The player's loop in WebKit, the browser of every iPhone.

``make browsers`` runs it, and each night; `make test` has Chromium alone. It needs Debian's
webkit2gtk-driver, xvfb and dbus.
"""
