import * as z from 'zod';
import { HARMFUL } from '../model/text.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { breakInJson } from './runner-commands.ts';

/** Returns a JSON escape of each unit of a character; line breaks are the layout. */
const escaped = (character: string): string =>
  character.replaceAll(/[^\n]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Renders `conformance.json`. Invisible characters are escaped, so that it can be printed and reads back the same. */
export const json = (report: Report): string =>
  breakInJson(`${JSON.stringify(report, null, 2).replace(HARMFUL, escaped)}\n`);

/** Returns the JSON Schema of `conformance.json`, made from the schema that validates reports. */
export function reportJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' });
  return {
    $schema,
    $id: 'conformance.schema.json',
    title: 'Report of an issue-conformance run',
    description:
      'The result of one run on one target: the outcome, and for every rule a verdict with its evidence.',
    ...schema,
  };
}
