import { HARMFUL } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { breakInJson } from './runner-commands.ts';

/** Returns a JSON escape of each unit of a character; line breaks are the layout. */
const escaped = (character: string): string =>
  character.replaceAll(/[^\n]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Renders `conformance.json`. Invisible characters are escaped, so that it can be printed and reads back the same. */
export function json(report: Report): string {
  // A hostile report has a million of them.
  const known = new Map<string, string>();
  const escape = (found: string): string => {
    const text = known.get(found) ?? escaped(found);
    known.set(found, text);
    return text;
  };
  return breakInJson(`${JSON.stringify(report, null, 2).replace(HARMFUL, escape)}\n`);
}
