import { print } from '../render/runner-commands.ts';
import { type Style, styleFor, styleOptions } from '../render/terminal.ts';

// A reader may close the pipe early (`| head`), or a disk may be full. Neither changes the result.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

export const printStdout = (...lines: readonly string[]): void =>
  print(process.stdout, `${lines.join('\n')}\n`);

export const outputStyle = (): Style => styleFor(styleOptions(process.stdout));

export function printStderr(sentence: string): void {
  print(process.stderr, `issue-conformance: ${sentence}\n`);
}

/** Resolves when all output is flushed. */
export async function written(): Promise<void> {
  const streams = [process.stdout, process.stderr].filter(({ writable }) => writable);
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
}
