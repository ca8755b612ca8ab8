// Writes the table of the gating rules in docs/rules.md.
import { readFile, writeFile } from 'node:fs/promises';
import { rulesTable } from '../tests/suites/rules-table.ts';

const FILE = 'docs/rules.md';
await writeFile(FILE, rulesTable(await readFile(FILE, 'utf8')));
