"""Counting compiled by numba: the same algorithm as `python_counting`, on numpy arrays, for many problems in one call.

Numbers can exceed 64 bits, so they are counted modulo 2**64 and, if necessary, a second time in floating point to find
the missing multiple of 2**64. No number is negative, so nothing cancels and the relative error stays small: exact up to
2**90. Soft evidence is counted in floating point only.

Importing this package imports numba, and the first calls compile, or load the cached code: see `exact_counting`.
"""
