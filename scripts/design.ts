// Writes what the rules say themselves into their table in docs/design.md: preconditions, and what may explain them.
import { readFile, writeFile } from 'node:fs/promises';
import { designTable } from '../tests/suites/design-table.ts';

const FILE = 'docs/design.md';
await writeFile(FILE, designTable(await readFile(FILE, 'utf8')));
