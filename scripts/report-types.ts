import { compile } from 'json-schema-to-typescript';
import { reportJsonSchema } from '../src/report/data/json-schema.ts';

/**
 * Returns the types of a report for users of the package. They do not depend on zod, unlike those of the
 * model.
 */
export function reportTypes(): Promise<string> {
  return compile({ ...reportJsonSchema(), $id: undefined, title: undefined }, 'PublicReport', {
    additionalProperties: false,
    bannerComment: '// Made of the model of the report by npm run schema.',
    style: { singleQuote: true, printWidth: 110 },
  });
}
