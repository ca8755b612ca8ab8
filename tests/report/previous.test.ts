import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../src/report/data/json.ts';
import { formatNames } from '../../src/report/format-names.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { previousFailures } from '../../src/report/previous.ts';
import { takeReportFolder, writeReports } from '../../src/report/write.ts';
import { brokenRun, conformant, incomplete, nonconformant, unusable } from './examples.ts';

let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(() => rm(place, { recursive: true }));

const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };
const failures = reportSchema.parse(nonconformant);
const { run } = failures;
const named = (id: string): Report => ({ ...failures, run: { ...run, id } });

/** Starts a run in the folder. */
async function begin(): Promise<string | null> {
  const folder = await takeReportFolder(place, unfinished, formatNames, { waitMs: 0 });
  folder.release();
  return folder.keptElsewhere;
}

const kept = async (): Promise<unknown> => JSON.parse(await readFile(previousFailures(place), 'utf8'));

describe('the failures of a whole run', () => {
  it('are kept as they were when the next run begins', async () => {
    await writeReports(failures, place);
    expect(await begin()).toBeNull();
    expect(await readFile(join(place, 'previous', 'failures.json'), 'utf8')).toBe(json(failures));
    expect((await readdir(place)).toSorted()).toEqual(['conformance.json', 'previous']);
  });

  it('make room for those of a later whole run', async () => {
    for (const id of ['first', 'second']) {
      await writeReports(named(id), place);
      await begin();
      expect(await kept()).toMatchObject({ run: { id } });
    }
  });

  const lesser: Readonly<Record<string, Report>> = {
    'a green run': conformant,
    'an undecided run': incomplete,
    'a target that cannot be checked': unusable,
    'a fault of this program': { ...failures, ...brokenRun, rules: failures.rules },
    'a run that did not finish': unfinished,
    'an interrupted run with failures': { ...failures, run: { ...run, interrupted: true } },
    'a run of some rules with failures': {
      ...failures,
      run: { ...run, selection: { only: ['list'], skip: [] } },
    },
    'a run without some rules': { ...failures, run: { ...run, selection: { only: [], skip: ['create'] } } },
    'a run that reached its deadline and decided less': {
      ...failures,
      rules: failures.rules.map((rule) =>
        rule.verdict === 'pass'
          ? { ...rule, verdict: 'inconclusive', reason: 'too late', cause: 'limit' }
          : rule,
      ),
    },
  };
  it.each(Object.entries(lesser))('are not displaced by %s', async (_, report) => {
    await writeReports(named('whole'), place);
    await begin();
    await writeReports(report, place);
    await begin();
    expect(await kept()).toMatchObject({ run: { id: 'whole' } });
    expect((await readdir(place)).toSorted()).toEqual(['conformance.json', 'previous']);
  });

  for (const [what, make] of [
    ['previous', () => writeFile(join(place, 'previous'), 'mine')],
    [
      'previous/failures.json',
      async () => {
        await mkdir(join(place, 'previous'));
        await writeFile(previousFailures(place), 'mine');
      },
    ],
  ] as const)
    it(`are kept under another name if somebody else has a file ${what}`, async () => {
      await writeReports(failures, place);
      await make();
      expect(await begin()).toBe(join(place, 'conformance.json.kept-1'));
      expect(await readFile(join(place, what), 'utf8')).toBe('mine');
      expect(await readFile(join(place, 'conformance.json.kept-1'), 'utf8')).toBe(json(failures));
    });

  it('are kept under another name if this version cannot read them', async () => {
    const text = json(failures).replace('"schemaVersion": 1', '"schemaVersion": 2');
    await writeFile(join(place, 'conformance.json'), text);
    expect(await begin()).toBe(join(place, 'conformance.json.kept-1'));
  });
});
