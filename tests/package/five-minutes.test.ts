import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Walked, walk, walkPage } from './walk.ts';

/** Returns the lines of a page that do not change from run to run: commands, statuses and headlines. */
const lasting = (page: string): readonly string[] =>
  page
    .split('\n')
    .filter((line) =>
      /^(?:## |npx |npm |printf |[-+] |Exit status|Conformant|Not conformant|✗ |✓ |\d+ fail · )/.test(line),
    );

let folder: string;
let walked: readonly Walked[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-pack-'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', folder]);
  walked = await walk(join(folder, /"filename": "([^"]+)"/.exec(stdout)?.[1] ?? ''));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the five minutes of docs/five-minutes.md', () => {
  it('end at each step as they must', () => {
    expect(walked.filter(({ status, wanted }) => status !== wanted)).toEqual([]);
  });

  it('are what the page says: npm run five-minutes', async () => {
    expect(lasting(await readFile('docs/five-minutes.md', 'utf8'))).toEqual(lasting(walkPage(walked)));
  });

  it('begin red and end green, and the second night says what is new', () => {
    const printed = walked.map((step) => step.printed);
    expect(printed.filter((text) => text.includes('3 no longer failing'))).toHaveLength(1);
    expect(printed.some((text) => /^Since .*1 new failure/.test(text))).toBe(true);
    expect(printed.at(-1)).toMatch(/^::error title=create\.title-type/);
  });
});
