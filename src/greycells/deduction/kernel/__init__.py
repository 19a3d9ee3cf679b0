"""Counting compiled by numba: the same method as `counting`, on numpy arrays.

Numbers can exceed 64 bits, so they are counted modulo 2**64 and, where that is not enough, a second time in floating
point, which tells how many times 2**64 is missing. No number is negative, so nothing cancels and the relative error
stays small: exact up to 2**90. Soft evidence is counted in floating point alone.

Importing this imports numba, and the first calls compile, or load what was compiled before: see `engine`.
"""

from greycells.deduction.kernel.compiling import Real, Value, Values, Whole, prepare
from greycells.deduction.kernel.spreading import STEPS, expand
from greycells.deduction.kernel.tallying import tally

__all__ = ["STEPS", "Real", "Value", "Values", "Whole", "expand", "prepare", "tally"]
