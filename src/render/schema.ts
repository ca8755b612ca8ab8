import * as z from 'zod';
import { reportSchema } from '../report/model.ts';

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
