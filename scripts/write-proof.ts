import { readFile, writeFile } from 'node:fs/promises';
import { pageText } from '../proof/page/page.ts';
import type { ProofRecord } from '../proof/record/record.ts';

/** One line an entry, so that a change of one shows as one. */
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

/** Puts a part of the record of the proof in place of what is there now, and writes the page that is made of it. */
export async function writeProof(part: Partial<ProofRecord>): Promise<void> {
  const before = JSON.parse(await readFile(RECORD, 'utf8')) as ProofRecord;
  const record = { ...before, ...part };
  await writeFile(RECORD, jsonText(record));
  await writeFile('docs/proof.md', pageText(record));
}
