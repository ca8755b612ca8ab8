import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Returns a command to GitHub's runner, in one line that nothing in the texts can end. */
export function commandText(name: 'add-mask' | 'error' | 'warning' | 'notice', text: string, title?: string) {
  const properties = title === undefined ? '' : ` title=${escapedProperty(title)}`;
  return `::${name}${properties}::${escaped(text)}`;
}

/** Gives a command to the runner. */
export function tellRunner(...command: Parameters<typeof commandText>): void {
  process.stdout.write(`${commandText(...command)}\n`);
}

/** Gives an output of the step. */
export function output(name: string, value: string | number): void {
  const end = randomUUID();
  appendFileSync(process.env['GITHUB_OUTPUT'] ?? '', `${name}<<${end}\n${value}\n${end}\n`);
}
