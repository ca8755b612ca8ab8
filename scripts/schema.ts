// Writes the JSON Schema of the report: npm run schema
import { writeFile } from 'node:fs/promises';
import { reportJsonSchema } from '../src/report/data/json-schema.ts';

await writeFile('conformance.schema.json', `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
