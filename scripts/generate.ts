// Writes what is generated and committed: the released ids, docs/specification.md, and whatever follows
// from the table of settings. npm run generate
import { readFile, writeFile } from 'node:fs/promises';
import { releasedText } from '../tests/suites/released-text.ts';
import { specificationText } from '../tests/suites/specification-text.ts';
import { settingsDocuments } from './settings-documents.ts';

await writeFile('src/model/released.ts', releasedText());

await writeFile('docs/specification.md', specificationText());

for (const [file, made] of Object.entries(settingsDocuments))
  await writeFile(file, made(await readFile(file, 'utf8')));
