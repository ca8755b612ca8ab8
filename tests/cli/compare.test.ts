import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepInHistory } from '../../src/history/kept-runs.ts';
import type { Report } from '../../src/report/model.ts';
import { newer, older, triple } from '../history/fixed-runs.ts';
import { allRules, sampleReport, sampleRule } from '../report/reports.ts';
import { runCli } from '../support/cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const mended: Report = {
  ...newer,
  run: { ...newer.run, id: 'mended' },
  rules: allRules(),
  outcome: 'conformant',
};
/** At another address, with or without the label of the first. */
const moved = (report: Report, baseUrl: string, label?: string): Report => {
  const { label: _, ...target } = report.target;
  return { ...report, target: { ...target, baseUrl, ...(label === undefined ? {} : { label }) } };
};

const REPORTS: Readonly<Record<string, object>> = {
  older,
  newer,
  mended,
  third: triple[2] ?? {},
  elsewhere: moved(newer, 'https://other.example'),
  first: moved(older, 'https://a.example', 'staging'),
  second: moved(newer, 'https://b.example', 'staging'),
  caching: sampleReport('conformant', { rules: [sampleRule('observed.caching')] }),
  hello: { hello: 1 },
};

const earlier = (report: Report, id: string, startedAt: string, outcome = report.outcome): Report => ({
  ...report,
  outcome,
  run: { ...report.run, id, startedAt: `${startedAt}T00:00:00.000Z` },
});
const staging = (report: Report): Report => ({
  ...moved(report, 'https://staging.example', 'Staging'),
  run: { ...report.run, id: `staging-${report.run.id}` },
});

/** Runs that each history at() holds. */
const HISTORIES: Readonly<Record<string, readonly Report[]>> = {
  'history-of-one': [older],
  'history-with-lost-runs': [
    earlier(older, 'first', '2025-01-01'),
    older,
    earlier(newer, 'lost', '2025-02-01', 'unusable'),
    newer,
  ],
  'history-that-ends-in-nothing': [older, { ...newer, outcome: 'unusable', rules: older.rules }],
  'history-without-an-earlier-one': [earlier(older, 'broken', '2025-01-01', 'broken'), older],
  'history-of-two-targets': [older, newer, staging(older), earlier(staging(mended), 'mended', '2025-12-01')],
  'history-with-one-that-cannot-be-compared': [
    older,
    mended,
    earlier(staging(older), 'broken', '2025-01-01', 'broken'),
    staging(older),
  ],
  'history-with-a-new-target': [older, mended, staging(older)],
};

const at = sharedFolder();
beforeAll(async () => {
  for (const [name, report] of Object.entries(REPORTS))
    await writeFile(at(`${name}.json`), JSON.stringify(report));
  await mkdir(at('empty'));
  for (const [name, reports] of Object.entries(HISTORIES))
    for (const report of reports) await keepInHistory(report, at(name));
});

const compare = (line: string, env: Readonly<Record<string, string>> = {}) =>
  runCli(['compare', ...line.split(' ').filter((word) => word !== '')], { cwd: at(), env });

describe('comparing', () => {
  it.each([
    ['older.json newer.json', 1, /^Got worse: [^]*list\.per-page\.zero \(pass → fail; worse/],
    ['older.json mended.json', 0, /^Not worse/],
    ['older.json older.json', 0, /of the same run/],
    ['older.json elsewhere.json', 0, /^2 reports compared: \d+ of \d+ rules differ/m],
    ['first.json second.json', 1, /^Got worse/],
    ['older.json newer.json third.json', 0, /^≠ list\.per-page\.zero\n.*✓.*✗.*✓$[^]*^3 reports compared: /m],
    ['history-of-two-targets', 1, /✓ Staging,.*: None of [^]*^Got worse: 1 of 2 targets/m],
    [
      'history-with-one-that-cannot-be-compared',
      2,
      /: None of [^]*\? Staging,[^]*^Not comparable: 0 of 2 targets/m,
    ],
    ['history-with-a-new-target', 0, /∅ Staging,.*: Only one run\.[^]*^Not worse: 0 of 2/m],
    ['history-with-lost-runs', 1, /^Got worse[^]*^Newly failing: 1$/m],
    ['history-that-ends-in-nothing', 1, /^Got worse/],
    ['history-of-one', 0, /^$/],
  ])('%s ends with %i', async (line, exit, says) => {
    const { status, stdout } = await compare(line);
    expect([status, stdout]).toEqual([exit, expect.stringMatching(says)]);
  });

  it.each([
    ['', /missing required argument|Missing required argument/],
    ['older.json', /1 report/],
    ['older.json nowhere.json', /nowhere\.json/],
    ['hello.json newer.json', /hello\.json/],
    ['older.json caching.json', /no gating rule/],
    ['older.json newer.json --output empty', /empty/],
    ['older.json newer.json --output missing/out.md', /out\.md/],
    ['empty', /HISTORY_DIR/],
    ['history-without-an-earlier-one', /before the last/],
  ])('%s ends with 2', async (line, says) => {
    const { status, stdout, stderr } = await compare(line);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)]);
  });

  it('writes a format to a file, without colours, and nothing to the terminal', async () => {
    const env = { FORCE_COLOR: '1' };
    const toFile = await compare('older.json newer.json --format markdown --output out', env);
    expect([toFile.status, toFile.stdout]).toEqual([1, '']);
    const text = await readFile(at('out'), 'utf8');
    expect([text.startsWith('## ❌ Got worse: '), text.includes('\u001b')]).toEqual([true, false]);
    expect((await compare('older.json newer.json', env)).stdout).toContain('\u001b[31m');
  });

  it('replaces a page of its own, and no file of somebody else', async () => {
    const page = at('page.html');
    const toPage = () => compare('older.json newer.json --format html --output page.html');
    expect([(await toPage()).status, (await toPage()).status]).toEqual([1, 1]);
    for (const name of ['older.json', 'page.html', 'notes']) {
      const path = at(name);
      if (name !== 'older.json') await writeFile(path, '<h1>mine</h1>');
      const before = await readFile(path, 'utf8');
      const { status, stderr } = await compare(`older.json newer.json --format html --output ${name}`);
      expect([status, stderr]).toEqual([2, expect.stringContaining(name)]);
      expect(await readFile(path, 'utf8')).toBe(before);
    }
    await rm(page);
  });
});
