// Writes the JSON Schema of the report, and the package's types that are generated from it: npm run schema
import { writeFile } from 'node:fs/promises';
import { reportJsonSchema } from '../src/report/data/json-schema.ts';
import { reportTypes } from './report-types.ts';

await writeFile('conformance.schema.json', `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
await writeFile('src/api/public-report.ts', await reportTypes());
