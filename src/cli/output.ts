import { codeOf, isError, messageOf } from '../client/thrown.ts';
import { print } from '../document/print.ts';
import { colorWanted, type Style, styleFor, widthOf } from '../document/style.ts';

// A reader may close the pipe early (`| head`), or a disk may be full. Neither changes the result.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Prints lines on standard output, as they are. */
export const tell = (...lines: readonly string[]): void => print(process.stdout, `${lines.join('\n')}\n`);

export const outputOptions = () => ({ color: colorWanted(process.stdout), width: widthOf(process.stdout) });

/** Returns the style of standard output. */
export const outputStyle = (): Style => styleFor(outputOptions());

export function say(sentence: string): void {
  print(process.stderr, `issue-conformance: ${sentence}\n`);
}

function faultText(error: unknown): string {
  const [first = ''] = messageOf(error).split('\n');
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND')
    return `the installation is not complete, install it again: ${first}`;
  if (['EMFILE', 'ENFILE'].includes(String(codeOf(error))))
    return `too many files are open, so this program cannot read its own; allow more (ulimit -n): ${first}`;
  return `a fault of this program, not of the target: ${first}`;
}

/** Prints why this program failed; with DEBUG also the stack. */
export function sayFault(error: unknown): void {
  say(faultText(error));
  if (process.env['DEBUG'] !== undefined && isError(error)) print(process.stderr, `${error.stack ?? ''}\n`);
}

/** Resolves when all output is flushed. */
export async function written(): Promise<void> {
  const streams = [process.stdout, process.stderr].filter(({ writable }) => writable);
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
}
