/**
 * Matches strings (the last may be unclosed), empty brackets, punctuation, white space, and everything else.
 */
const TOKENS = /"(?:[^"\\]|\\[^])*"?|\{\s*\}|\[\s*\]|[{}[\],:]|\s+|[^\s"{}[\],:]+/g;
const DEEPEST = 20;

const indent = (depth: number): string => `\n${'  '.repeat(Math.max(0, Math.min(depth, DEEPEST)))}`;

/**
 * Formats JSON with a line for each member and item. The text may end anywhere, because a report truncates
 * long bodies. A text that does not begin like JSON is returned unchanged.
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
