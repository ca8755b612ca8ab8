import { codeOf, isError, messageOf } from '../client/thrown.ts';
import { print } from '../report/terminal/print.ts';

/** What became of standard output: the error that ended it, once there is one. */
let lost: NodeJS.ErrnoException | null = null;

// A reader that has seen enough (`| head`) closes the pipe, and a disk may be full: neither changes what was found.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  lost ??= error;
});
process.stderr.on('error', () => undefined);

/** Tells a person something beside the output. */
export function say(sentence: string): void {
  print(process.stderr, `issue-conformance: ${sentence}\n`);
}

/** Why this program failed, in a sentence. */
function faultText(error: unknown): string {
  const [first = ''] = messageOf(error).split('\n');
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND')
    return `the installation is not complete, install it again: ${first}`;
  return `a fault of this program, not of the target: ${first}`;
}

/** Says that this program failed, and why; with DEBUG where. */
export function sayFault(error: unknown): void {
  say(faultText(error));
  if (process.env['DEBUG'] !== undefined && isError(error)) print(process.stderr, `${error.stack ?? ''}\n`);
}

/** Resolves when all that was printed is on its way, and says so where a part of it could not be printed. */
export async function written(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.writable) stream.write('', () => resolve());
          else resolve();
        }),
    ),
  );
  if (lost !== null && lost.code !== 'EPIPE')
    say(`not everything could be printed (${lost.code ?? lost.message}); the exit status is not affected`);
}
