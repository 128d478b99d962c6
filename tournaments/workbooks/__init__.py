"""Reading Excel workbooks (.xlsx) as the text of CSV files. Pure."""
