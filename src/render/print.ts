import { breakInText } from './runner-commands.ts';

/** All output goes through here, because CI runners obey some texts, which a target or a report may hold. */
export function print(stream: { write(text: string): unknown }, text: string): void {
  stream.write(breakInText(text));
}
