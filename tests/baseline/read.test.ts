import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadBaseline } from '../../src/baseline/baseline.ts';
import { readBaseline } from '../../src/baseline/read.ts';

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

const idsIn = async (text: string) => (await read(text)).entries.map(({ rule }) => rule);

describe('a baseline that is a plain list', () => {
  it('is a rule id a line', async () => {
    expect(await idsIn('list.ok\nlist.array\nlist.ok\n')).toEqual(['list.ok', 'list.array']);
    expect((await read('list.ok')).entries).toEqual([
      { rule: 'list.ok', expect: 'fail', kinds: [], causes: [], reason: null, issue: null, expires: null },
    ]);
  });

  it('has room for blank lines, blanks and words for people', async () => {
    expect(await idsIn('\uFEFF# known\r\n\r\n  list.ok\t# ticket 7\r\n#list.array\r\n')).toEqual(['list.ok']);
    expect(await idsIn('')).toEqual([]);
  });

  it('that names no rule is refused, with the line', async () => {
    await expect(read('list.ok\n\nlist.oké\n')).rejects.toThrow(
      /has "list\.oké" in line 3, which is not a rule id/,
    );
    await expect(read('list')).rejects.toBeInstanceOf(BadBaseline);
    await expect(read('list.ok list.array')).rejects.toBeInstanceOf(BadBaseline);
  });

  it('that is not there is refused, with its path and the setting', async () => {
    const path = join(folder, 'nowhere.txt');
    await expect(readBaseline(path)).rejects.toThrow(
      /BASELINE \(--baseline\) ".*nowhere\.txt" cannot be read: there is no such file/,
    );
    await expect(readBaseline(folder)).rejects.toThrow(
      'cannot be read: it is a folder. Expected a YAML file',
    );
    await expect(readBaseline(folder)).rejects.toBeInstanceOf(BadBaseline);
  });

  it.each(['- rule: list.ok', 'known:', '{"known": []}', '---\n# x', '# x\n"pins": []', 'known :\n'])(
    'is taken for YAML where its first line is: %j',
    async (text) => {
      const problem = await read(text).then(
        () => 'none',
        (error: Error) => error.message,
      );
      expect(problem).not.toContain('which is not a rule id');
    },
  );
});
