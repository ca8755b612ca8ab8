const MOST_DIGITS = 15;

/**
 * Reads digits of any length, kept within what a number holds exactly: what a client means by 10 to the 30th is "more
 * than there is", and no size of an integer in some database may turn that into something else.
 */
export function wholeNumber(raw: string | undefined): number | undefined {
  const [, sign, digits] = /^(-?)0*(\d+)$/.exec(raw ?? '') ?? [];
  if (digits === undefined) return undefined;
  const size = digits.length > MOST_DIGITS ? Number.MAX_SAFE_INTEGER : Number(digits);
  return sign === '-' ? 0 - size : size;
}
