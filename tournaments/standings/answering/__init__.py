"""A conductor answers and closes a table's call, with a penalty if there is one."""
