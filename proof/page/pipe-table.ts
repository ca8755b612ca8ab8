/** Text as code within a line of Markdown. */
export const codeSpan = (text: string): string => `\`${text}\``;
export const codeSpans = (texts: readonly string[]): string => texts.map(codeSpan).join(', ');
/** Text as it stands in a cell of a table. */
export const cellText = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** Returns a table. Its cells are Markdown. */
export function pipeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
