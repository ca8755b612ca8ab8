import { breakInText } from '../runner-commands.ts';

/** Prints a text, which may hold what a target or a report says: all output goes through here. */
export function print(stream: { write(text: string): unknown }, text: string): void {
  stream.write(breakInText(text));
}
