/** Measures of a text that may be JSON, found without parsing it. */
export interface Extent {
  readonly depth: number;
  /** Number of values, nested ones included. */
  readonly values: number;
  /** Length of the longest number. */
  readonly longest: number;
  /** Start and end of each long number, alternating. */
  readonly longNumbers: readonly number[];
  /**
   * End of the last scanned element of the outermost array or object that another element follows; `null` if
   * none.
   */
  readonly elementEndsAt: number | null;
  /** True if a string, array or object is still open at the end. */
  readonly isOpen: boolean;
}

/** Limits of a scan. */
export interface Wanted {
  /** Elements of the outermost array or object after which the scan stops; default: no limit. */
  readonly elements?: number;
  /** Length from which a number is long. */
  readonly number: number;
  /** Depth beyond which the scan stops. */
  readonly depth?: number;
}

const [QUOTE, BACKSLASH, COMMA, MINUS] = [0x22, 0x5c, 0x2c, 0x2d];

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** True for a digit or one of `+-.Ee`. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2b || code === MINUS || code === 0x2e || code === 0x45 || code === 0x65;

/** Returns the end of the string at a position, or the end of the text if it is unterminated. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    // An even number of backslashes escapes itself, not the quotation mark.
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Scans a text once from its beginning. */
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
