/** What a text has that may be JSON, as far as it can be seen without understanding it. */
export interface Extent {
  readonly depth: number;
  /** Values, those inside of others included. */
  readonly values: number;
  /** Characters of the longest number. */
  readonly longest: number;
  /** Where long numbers begin and end, one after the other. */
  readonly longNumbers: readonly number[];
  /** Where the last element ends that was looked at, of the outermost array or object, and has another behind it; `null` if none has. */
  readonly elementEndsAt: number | null;
  /** Whether something that it opens is still open at its end. */
  readonly isOpen: boolean;
}

/** What to look for in a text. */
export interface Wanted {
  /** Elements of the outermost array or object, behind which nothing is looked at; all of them if not given. */
  readonly elements?: number;
  /** From how many characters on a number is long. */
  readonly number: number;
  /** Where a text is deeper, nothing more of it is looked at. */
  readonly depth?: number;
}

const [QUOTE, BACKSLASH, COMMA, MINUS] = [0x22, 0x5c, 0x2c, 0x2d];

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Whether a character may stand in a number: a digit, or one of `+-.Ee`. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2b || code === MINUS || code === 0x2e || code === 0x45 || code === 0x65;

/** Where a string ends that begins at a place; the end of the text where it does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    // Two of them stand for one, and not for a quotation mark.
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Looks through a text once, from its beginning to its end. */
export function extentOf(
  text: string,
  { elements: enough = Number.POSITIVE_INFINITY, number, depth: most = Number.POSITIVE_INFINITY }: Wanted,
): Extent {
  const longNumbers: number[] = [];
  let [depth, deepest, values, longest, elements] = [0, 0, 1, 0, 0];
  let elementEndsAt: number | null = null;
  let isInString = false;
  for (let index = 0; index < text.length && deepest <= most; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
      isInString = index === text.length;
    } else if (code === COMMA) {
      values += 1;
      if (depth !== 1) continue;
      elements += 1;
      elementEndsAt = index;
      if (elements === enough) break;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (isDigit(code) || code === MINUS) {
      let end = index + 1;
      while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1;
      if (end - index > longest) longest = end - index;
      if (end - index >= number) longNumbers.push(index, end);
      index = end - 1;
    }
  }
  return { depth: deepest, values, longest, longNumbers, elementEndsAt, isOpen: isInString || depth > 0 };
}
