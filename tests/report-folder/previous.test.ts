import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { json } from '../../src/render/json.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { previousFailures } from '../../src/report-folder/previous.ts';
import { lockReportFolder, writeReports } from '../../src/report-folder/report-folder.ts';
import { conformant, incomplete, nonconformant, unusable } from '../report/examples.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();

const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };
const { run } = nonconformant;
const named = (id: string): Report => ({ ...nonconformant, run: { ...run, id } });
const failed = (part: Partial<Report['run']>): Report => ({ ...nonconformant, run: { ...run, ...part } });

/** Leaves the report of a run. Other formats would take time and show nothing more. */
const write = (report: Report): Promise<unknown> => writeReports(report, at(), { formats: ['json'] });

/** Starts a run in the folder. */
async function begin(): Promise<void> {
  (await lockReportFolder(at(), unfinished, ['json'])).release();
}

const keptId = async (): Promise<string> =>
  (JSON.parse(await readFile(previousFailures(at()), 'utf8')) as Report).run.id;

it('failures of a whole run are kept until those of a later whole run', async () => {
  for (const id of ['first', 'second']) {
    await write(named(id));
    await begin();
    expect(await readFile(at('previous', 'failures.json'), 'utf8')).toBe(json(reportSchema.parse(named(id))));
    expect((await readdir(at())).toSorted()).toEqual(['conformance.json', 'previous']);
  }
});

const tooLate = nonconformant.rules.map((rule) =>
  rule.verdict === 'pass'
    ? ({ ...rule, verdict: 'inconclusive', reason: 'x', cause: 'limit' } as const)
    : rule,
);

it.each<[string, Report]>([
  ['green run', conformant],
  ['undecided run', incomplete],
  ['unusable target', unusable],
  ['fault of this program', { ...nonconformant, outcome: 'broken' }],
  ['run that did not finish', unfinished],
  ['interrupted run', failed({ interrupted: true })],
  ['run of some rules', failed({ selection: { only: ['list'], skip: [] } })],
  ['run without some rules', failed({ selection: { only: [], skip: ['create'] } })],
  ['run that reached a limit', { ...nonconformant, rules: tooLate }],
])('they are not displaced by those of a %s', async (_, report) => {
  await write(named('whole'));
  await begin();
  await write(report);
  await begin();
  expect(await keptId()).toBe('whole');
  expect((await readdir(at())).toSorted()).toEqual(['conformance.json', 'previous']);
});

it.each<[string, () => Promise<unknown>]>([
  ['folder', () => writeFile(at('previous'), 'mine')],
  [
    'file',
    async () => {
      await mkdir(at('previous'));
      await writeFile(previousFailures(at()), 'mine');
    },
  ],
])('they replace no %s of somebody else, and are not taken for those of the next run', async (_, make) => {
  await write(nonconformant);
  await make();
  await begin();
  expect(await readFile(at('conformance.json'), 'utf8')).toContain('not finished');
  expect((await readdir(at())).toSorted()).toEqual(['conformance.json', 'previous']);
  const left = await readFile(previousFailures(at()), 'utf8').catch(() => readFile(at('previous'), 'utf8'));
  expect(left).toBe('mine');
});
