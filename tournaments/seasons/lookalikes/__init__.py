"""People of a season whose names look alike: joined, or said to be different people."""
