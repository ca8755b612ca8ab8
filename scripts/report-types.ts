import { compile } from 'json-schema-to-typescript';
import { reportJsonSchema } from '../src/report/data/json-schema.ts';

/** The types of a report for whoever uses the package: they need not have zod, of which those of the model are made. */
export function reportTypes(): Promise<string> {
  return compile({ ...reportJsonSchema(), $id: undefined, title: undefined }, 'PublicReport', {
    additionalProperties: false,
    bannerComment: '// Made of the model of the report by npm run schema.',
    style: { singleQuote: true, printWidth: 110 },
  });
}
