import type { Report } from '../report/model.ts';
import { breakInJson } from '../report/runner-commands.ts';
import { HARMFUL } from '../report/text.ts';

/** Returns a JSON escape of each unit of a character. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Renders `conformance.json`. Invisible characters are escaped, so that it can be printed and reads back the same. */
export const json = (report: Report): string =>
  breakInJson(
    `${JSON.stringify(report, null, 2).replace(HARMFUL, (found) => (found === '\n' ? found : escaped(found)))}\n`,
  );
