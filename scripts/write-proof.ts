import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proofPages } from '../proof/page/page.ts';
import { type NeededRecord, readNeeded } from '../proof/record/needed.ts';
import type { ProofRecord } from '../proof/record/record.ts';

/** Returns the record with one line for each entry, so that a diff shows single entries. */
function jsonText(record: ProofRecord): string {
  const parts = Object.entries(record).map(([name, part]) => {
    const lines = Object.entries(part).map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    );
    return `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

const RECORD = 'proof/record/record.json';
const NEEDED = 'proof/record/needed.json';

const jsonIn = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

async function write(record: ProofRecord, needed: NeededRecord): Promise<void> {
  await writeFile(RECORD, jsonText(record));
  const lines = Object.entries(needed).map(
    ([id, left]) => `  ${JSON.stringify(id)}: ${JSON.stringify(left)}`,
  );
  await writeFile(NEEDED, `{\n${lines.join(',\n')}\n}\n`);
  await mkdir('docs/proof', { recursive: true });
  for (const [path, text] of Object.entries(proofPages(record, needed)))
    await writeFile(join('docs', path), text);
}

/** Replaces a part of the record of the proof, and writes the pages made from it. */
export async function writeProof(part: Partial<ProofRecord>): Promise<void> {
  const before = (await jsonIn(RECORD)) as ProofRecord;
  await write({ ...before, ...part }, readNeeded(await jsonIn(NEEDED)));
}

/**
 * Writes the results of runs without guards, and the page. @param ids of all existing guards, in their order
 */
export async function writeNeeded(part: NeededRecord, ids: readonly string[]): Promise<void> {
  const all = { ...readNeeded(await jsonIn(NEEDED)), ...part };
  const known = ids.flatMap((id) => {
    const left = all[id];
    return left === undefined ? [] : [[id, left] as const];
  });
  await write((await jsonIn(RECORD)) as ProofRecord, Object.fromEntries(known));
}
