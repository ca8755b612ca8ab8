// Writes what follows from the literals of the rules: the released ids, and the table in docs/rules.md.
import { readFile, writeFile } from 'node:fs/promises';
import { releasedText } from '../tests/suites/released-text.ts';
import { rulesTable } from '../tests/suites/rules-table.ts';

const RELEASED = 'src/model/released.ts';
await writeFile(RELEASED, releasedText());

const FILE = 'docs/rules.md';
await writeFile(FILE, rulesTable(await readFile(FILE, 'utf8')));
