import { breakInText } from '../report/runner-commands.ts';

/**
 * Prints a text that may hold words of a target or a report. All output goes through here, because CI runners
 * obey some texts.
 */
export function print(stream: { write(text: string): unknown }, text: string): void {
  stream.write(breakInText(text));
}
