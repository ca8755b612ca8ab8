// Writes what the rules say themselves into their table in docs/rules.md: preconditions, and what may explain them.
import { readFile, writeFile } from 'node:fs/promises';
import { rulesTable } from '../tests/suites/rules-table.ts';

const FILE = 'docs/rules.md';
await writeFile(FILE, rulesTable(await readFile(FILE, 'utf8')));
