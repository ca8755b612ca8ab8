import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyBaseline, BadBaseline, readBaseline } from '../../src/host/baseline.ts';
import { reported } from './reported.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(folder, 'known-failures.txt');
  await writeFile(path, text);
  return readBaseline(path);
}

describe('a baseline', () => {
  it('is a rule id a line', async () => {
    expect(await read('list.ok\nlist.array\n')).toEqual(['list.ok', 'list.array']);
  });

  it('has room for blank lines, blanks and words for people', async () => {
    expect(await read('\uFEFF# known\r\n\r\n  list.ok\t# ticket 7\r\n#list.array\r\n')).toEqual(['list.ok']);
    expect(await read('')).toEqual([]);
  });

  it('that names no rule is refused, with the line', async () => {
    await expect(read('list.ok\n\nlist.oké\n')).rejects.toThrow(
      /has "list\.oké" in line 3, which is no rule id/,
    );
    await expect(read('list')).rejects.toBeInstanceOf(BadBaseline);
    await expect(read('list.ok list.array')).rejects.toBeInstanceOf(BadBaseline);
  });

  it('that is not there is refused, with its path and the setting', async () => {
    const path = join(folder, 'nowhere.txt');
    await expect(readBaseline(path)).rejects.toThrow(
      /BASELINE \(--baseline\) ".*nowhere\.txt" cannot be read: there is no such file/,
    );
    await expect(readBaseline(folder)).rejects.toThrow('cannot be read: it is a folder. Allowed is');
    await expect(readBaseline(folder)).rejects.toBeInstanceOf(BadBaseline);
  });
});

describe('known failures', () => {
  const rules = [
    reported('list.ok', 'pass'),
    reported('list.array', 'fail'),
    reported('list.records', 'fail'),
    reported('list.token', 'skip'),
    reported('list.anonymous', 'inconclusive'),
  ];

  it('are marked, and other failures are not', () => {
    const applied = applyBaseline(rules, ['list.array']);
    expect(applied.rules.filter(({ known }) => known === true).map(({ id }) => id)).toEqual(['list.array']);
    expect(applied.stale).toEqual([]);
  });

  it('that hold now are stale', () => {
    const applied = applyBaseline(rules, ['list.ok', 'list.array']);
    expect(applied.stale).toEqual(['list.ok']);
    expect(applied.rules.find(({ id }) => id === 'list.ok')?.known).toBeUndefined();
  });

  it('that were skipped, not decided or not tried are not stale', () => {
    expect(applyBaseline(rules, ['list.token', 'list.anonymous', 'create.once']).stale).toEqual([]);
  });

  it('change nothing where there are none, nor the reports that were given', () => {
    expect(applyBaseline(rules, []).rules).toEqual(rules);
    applyBaseline(rules, ['list.array']);
    expect(rules.some(({ known }) => known === true)).toBe(false);
  });
});
