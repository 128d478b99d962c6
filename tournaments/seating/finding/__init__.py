"""Where do I sit?"""
