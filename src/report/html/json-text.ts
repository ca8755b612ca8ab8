const INDENT = '  ';

/**
 * JSON with a line for each member and item, as far as the text goes: what a report keeps of a long body ends in the middle.
 * A text that does not begin like JSON stays as it is.
 */
export function jsonText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let isString = false;
  const next = (): void => {
    if (line.trim() !== '') lines.push(line);
    line = INDENT.repeat(Math.max(0, Math.min(depth, 20)));
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (isString) {
      line += character;
      if (character === '\\') {
        index += 1;
        line += text.charAt(index);
      } else if (character === '"') isString = false;
    } else if (character === '"') {
      isString = true;
      line += character;
    } else if (character === '{' || character === '[') {
      line += character;
      const end = character === '{' ? '}' : ']';
      const close = /^\s*/.exec(text.slice(index + 1, index + 20))?.[0].length ?? 0;
      if (text.charAt(index + 1 + close) === end) {
        line += end;
        index += 1 + close;
        continue;
      }
      depth += 1;
      next();
    } else if (character === '}' || character === ']') {
      depth -= 1;
      next();
      line += character;
    } else if (character === ',') {
      line += character;
      next();
    } else if (character === ':') line += ': ';
    else if (!/\s/.test(character)) line += character;
  }
  lines.push(line);
  return lines.join('\n');
}
