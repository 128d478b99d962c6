"""The cut to the final, and the champion."""
