import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepReport } from '../../src/history/keep.ts';
import { historyName } from '../../src/history/kept-file.ts';
import { isMeantBy, type KeptTarget, keptTargets, latestReports } from '../../src/history/past.ts';
import { bundledAt, runAt, withFolder } from './history.ts';

const at = (minute: number, baseUrl: string, label?: string) =>
  runAt(minute, { target: { baseUrl, ...(label === undefined ? {} : { label }) } });

describe('the targets of a history', () => {
  it('are told apart by address and repository, whatever they are called, the one with the newest run first', async () => {
    await withFolder(async (dir) => {
      const braces = 'a {b}\n}'.replace('\n', ' ');
      for (const report of [
        at(0, 'http://one.example', 'old name'),
        at(1, 'http://two.example'),
        at(2, 'http://ONE.example/', braces),
        runAt(3, { target: { baseUrl: 'http://two.example', repo: 'other' } }),
        bundledAt(4),
        bundledAt(5),
      ])
        await keepReport(report, dir);
      const { targets, unreadable } = await keptTargets(dir);
      expect(unreadable).toEqual([]);
      expect(targets.map(({ target, labels, runs }) => [target.baseUrl, target.repo, labels, runs])).toEqual([
        ['http://127.0.0.1:40005', 'issues', [], 2],
        ['http://two.example', 'other', [], 1],
        ['http://ONE.example/', 'hello', [braces, 'old name'], 2],
        ['http://two.example', 'hello', [], 1],
      ]);
      const { reports } = await latestReports(at(9, 'http://one.example').target, dir, 5);
      expect(reports.map(({ run }) => run.id)).toEqual(['run0', 'run2']);
    });
  });

  it('are seen at the beginning of a report, whatever a label holds', async () => {
    await withFolder(async (dir) => {
      const path = await keepReport(at(0, 'http://one.example', '{"a": {}'), dir);
      await writeFile(path, (await readFile(path, 'utf8')).slice(0, 1000));
      expect(await keptTargets(dir)).toMatchObject({ targets: [{ labels: ['{"a": {}'] }], unreadable: [] });
    });
  });

  it('are none where there is no folder; a file that is no report is named', async () => {
    await withFolder(async (dir) => {
      expect(await keptTargets(join(dir, 'missing'))).toEqual({ targets: [], unreadable: [] });
      await writeFile(join(dir, historyName(runAt(0))), '{');
      expect(await keptTargets(dir)).toEqual({ targets: [], unreadable: [historyName(runAt(0))] });
    });
  });
});

describe('a target', () => {
  const { target } = runAt(0, { target: { baseUrl: 'http://one.example/api', owner: 'a', repo: 'b c' } });
  const one: KeptTarget = { target, labels: ['Staging', 'old'], runs: 1 };
  const bundled: KeptTarget = { target: bundledAt(0).target, labels: [], runs: 1 };

  it.each([
    ['Staging', true],
    ['old', true],
    ['staging', false],
    ['http://one.example/api', true],
    ['HTTP://One.example:80/api/', true],
    ['http://one.example', false],
    ['a/b c', true],
    ['http://one.example/api a/b c', true],
    ['http://one.example/api a/other', false],
    ['bundled', false],
  ])('is meant by its label, its address, its repository or both: %s', (name, meant) => {
    expect(isMeantBy(name, one)).toBe(meant);
  });

  it('is the bundled service where that is said', () => {
    expect(isMeantBy('bundled', bundled)).toBe(true);
    expect(isMeantBy(bundled.target.baseUrl, bundled)).toBe(false);
  });
});
