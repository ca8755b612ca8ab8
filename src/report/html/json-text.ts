/** Strings (the last may have no end), brackets with nothing between them, signs, blanks, and all else. */
const TOKENS = /"(?:[^"\\]|\\[^])*"?|\{\s*\}|\[\s*\]|[{}[\],:]|\s+|[^\s"{}[\],:]+/g;
const DEEPEST = 20;

const indent = (depth: number): string => `\n${'  '.repeat(Math.max(0, Math.min(depth, DEEPEST)))}`;

/**
 * JSON with a line for each member and item, as far as the text goes: what a report keeps of a long body ends in the middle.
 * A text that does not begin like JSON stays as it is.
 */
export function jsonText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  let depth = 0;
  let formatted = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      depth += 1;
      formatted += token + indent(depth);
    } else if (token === '}' || token === ']') {
      depth -= 1;
      formatted += indent(depth) + token;
    } else if (token === ',') formatted += token + indent(depth);
    else if (token === ':') formatted += ': ';
    else if (/^[{[]/.test(token)) formatted += token.replaceAll(/\s/g, '');
    else if (token.trim() !== '') formatted += token;
  }
  return formatted;
}
