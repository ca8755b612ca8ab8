// Writes what is generated and committed: the released ids, docs/specification.md, the numbers of docs/proof.md,
// and whatever follows from the table of settings. npm run generate
import { readFile, writeFile } from 'node:fs/promises';
import { proofPage } from '../tests/proof/proof-page.ts';
import { releasedText } from '../tests/suites/released-text.ts';
import { specificationText } from '../tests/suites/specification-text.ts';
import { settingsDocuments } from './settings-documents.ts';

await writeFile('src/model/released.ts', releasedText());

await writeFile('docs/specification.md', specificationText());
await writeFile('docs/proof.md', proofPage(await readFile('docs/proof.md', 'utf8')));

for (const [file, made] of Object.entries(settingsDocuments))
  await writeFile(file, made(await readFile(file, 'utf8')));
