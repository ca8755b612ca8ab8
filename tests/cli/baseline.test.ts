import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { nonconformant, unusable } from '../report/examples.ts';
import { runCli } from '../support/cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
const BROKEN = [
  '--bundled',
  '--fault',
  'per-page-zero-empty',
  '--profile',
  'quick',
  '--listed-within',
  '500',
];
const ONLY = ['--only', 'list.per-page.zero', 'list.ok'];

/** Runs the command against a broken service with a baseline. */
async function runWith(text: string) {
  await writeFile(at('baseline.yaml'), text);
  return runCli([...BROKEN, ...ONLY, '--baseline', at('baseline.yaml')]);
}

describe('issue-conformance baseline', () => {
  it('writes what a run takes once it is reviewed, and not before', async () => {
    await runCli([...BROKEN, ...ONLY, '--report-dir', at('reports')]);
    const draft = await runCli(['baseline', at('reports'), '--output', at('draft.yaml')]);
    expect([draft.status, draft.stdout]).toEqual([0, '']);
    const text = await readFile(at('draft.yaml'), 'utf8');
    const unreviewed = await runWith(text);
    expect([unreviewed.status, unreviewed.report?.outcome]).toEqual([2, 'unusable']);
    const { status, report } = await runWith(text.replaceAll(/"TODO[^"]*"/g, 'the gateway caps it'));
    expect([status, report?.outcome]).toEqual([0, 'nonconformant']);
    expect(report?.rules.find(({ id }) => id === 'list.per-page.zero')).toMatchObject({
      known: true,
      listed: { kind: ['too-few'] },
    });
  });

  it('prints it, makes none of a report that decided nothing, and writes over no file', async () => {
    const path = at('known.json');
    await writeFile(path, JSON.stringify(nonconformant));
    await writeFile(at('nothing.json'), JSON.stringify(unusable));
    const printed = await runCli(['baseline', path]);
    expect([printed.status, printed.stdout]).toEqual([0, expect.stringContaining('list.per-page.zero')]);
    for (const args of [[path, '--output', path], [at('nothing.json')], [at('nowhere')]])
      expect(await runCli(['baseline', ...args])).toMatchObject({ status: 2, stdout: '' });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(nonconformant);
  });
});
