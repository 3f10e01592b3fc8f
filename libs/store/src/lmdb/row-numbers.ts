/*
 * Numbers in rows. From -32 to 191 they are one byte; other whole numbers are a byte that says their sign and how many
 * bytes follow, so that a time in milliseconds takes seven; all others are their double without the zeros at its end.
 */
export const LEAST_SMALL = -32;
export const MOST_SMALL = 191;
/** One to seven bytes are added to it, and to the next. */
export const PLUS = 0xc0;
export const MINUS = 0xc8;
/** One to eight bytes are added to it. */
export const DOUBLE = 0xd0;
/** From here on a byte is a number below zero by itself, as two's complement has it. */
export const SMALL_MINUS = 0xe0;
