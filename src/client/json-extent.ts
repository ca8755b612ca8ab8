/** Measures of a text that may be JSON, found without parsing it. */
interface Extent {
  readonly depth: number;
  /** Number of values, nested ones included. */
  readonly values: number;
  /**
   * End of the last scanned element of the outermost array or object that another element follows; `null` if
   * none.
   */
  readonly elementEndsAt: number | null;
}

/** Limits of a scan. */
interface Wanted {
  /** Elements of the outermost array or object after which the scan stops; default: no limit. */
  readonly elements?: number;
  /** Depth beyond which the scan stops. */
  readonly depth: number;
}

/** Returns the end of the string at a position, or the end of the text if it is unterminated. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    // An even number of backslashes escapes itself, not the quotation mark.
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Scans a text once from its beginning. */
export function extentOf(
  text: string,
  { elements: enough = Number.POSITIVE_INFINITY, depth: most }: Wanted,
): Extent {
  let [depth, deepest, values, elements] = [0, 0, 1, 0];
  let elementEndsAt: number | null = null;
  for (let index = 0; index < text.length && deepest <= most; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ',') {
      values += 1;
      if (depth !== 1) continue;
      elements += 1;
      elementEndsAt = index;
      if (elements === enough) break;
    } else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return { depth: deepest, values, elementEndsAt };
}
