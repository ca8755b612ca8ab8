import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { newer, older } from '../compare/fixed-pair.ts';
import { triple } from '../compare/fixed-triple.ts';
import { allRules, failing, sampleReport, sampleRule } from '../report/reports.ts';
import { type CliResult, runCli } from '../support/cli.ts';
import { GATING_RULES } from '../support/rule-counts.ts';

let folder = '';
const path = (name: string): string => join(folder, name);

const mended: Report = {
  ...newer,
  run: { ...newer.run, id: 'mended' },
  rules: allRules(),
  outcome: 'conformant',
};
const elsewhere = sampleReport('conformant', {
  rules: [sampleRule('observed.caching')],
  run: { ...newer.run, id: 'other' },
});
const observing = { ...mended, rules: mended.rules.filter(({ level }) => level === 'observed') };

const files: Readonly<Record<string, string>> = {
  'older.json': JSON.stringify(older),
  'newer.json': JSON.stringify(newer),
  'mended.json': JSON.stringify(mended),
  'elsewhere.json': JSON.stringify(elsewhere),
  'observing.json': JSON.stringify(observing),
  'no-report.json': '{"hello": 1}',
  'half.json': JSON.stringify(older).slice(0, 100),
  'third.json': JSON.stringify(triple[2]),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-compare-'));
  for (const [name, text] of Object.entries(files)) await writeFile(path(name), text);
  await mkdir(path('folder'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compare = (...args: readonly string[]): Promise<CliResult> =>
  runCli(['compare', ...args.map((arg) => (/^[a-z-]+\.json$/.test(arg) ? path(arg) : arg))]);

describe('comparing two reports', () => {
  it('exits 1 where something got worse, and says what', async () => {
    const { status, stdout, stderr } = await compare('older.json', 'newer.json');
    expect(stdout).toMatch(/^Got worse: 2 rules are newly failing/);
    expect(stdout).toContain('✗ list.per-page.zero  (pass → fail; worse)');
    expect([status, stderr]).toEqual([1, '']);
  });

  it('exits 0 where nothing did', async () => {
    const { status, stdout, stderr } = await compare('older.json', 'mended.json');
    // The older report has one rule fewer.
    const shared = `${GATING_RULES - 1} rules that both reports judge`;
    expect(stdout).toMatch(new RegExp(`^Not worse: None of the ${shared} got worse\\.`));
    expect([status, stderr]).toEqual([0, '']);
  });

  it('of two targets says in how many rules they differ, links to their reports, and exits 0', async () => {
    const { label: _label, ...target } = newer.target;
    const other: Report = {
      ...newer,
      target: { ...target, bundled: false, baseUrl: 'https://other.example' },
    };
    await mkdir(path('other'));
    await writeFile(join(path('other'), 'conformance.json'), JSON.stringify(other));
    await writeFile(join(path('other'), 'report.html'), '<!doctype html>');
    const { status, stdout } = await compare('older.json', join(path('other'), 'conformance.json'));
    expect(stdout).toMatch(/^2 targets compared: \d+ of \d+ rules differ\./);
    expect(stdout).not.toMatch(/worse/i);
    expect(status).toBe(0);
    const page = path('two.html');
    await compare(
      'older.json',
      join(path('other'), 'conformance.json'),
      '--format',
      'html',
      '--output',
      page,
    );
    const html = await readFile(page, 'utf8');
    expect(html).toContain('<a href="other/report.html">');
    expect(html.indexOf('id="rules"')).toBeLessThan(html.indexOf('id="targets"'));
    expect(html.indexOf('id="rules"')).toBeGreaterThan(0);
  });

  it('takes two addresses of one label for one target', async () => {
    const labelled = (report: Report, baseUrl: string): Report => ({
      ...report,
      target: { ...report.target, baseUrl, label: 'staging' },
    });
    await writeFile(path('first.json'), JSON.stringify(labelled(older, 'https://a.example')));
    await writeFile(path('second.json'), JSON.stringify(labelled(newer, 'https://b.example')));
    const { status, stdout } = await compare('first.json', 'second.json');
    expect([status, stdout.split(':')[0]]).toEqual([1, 'Got worse']);
  });

  it.each([
    ['no report', [], /compare needs a <report>/],
    [
      'one report',
      ['older.json'],
      /1 report was given; at least two are needed: issue-conformance compare OLDER/,
    ],
    [
      'a file that is not there',
      ['older.json', 'nowhere.json'],
      /nowhere\.json" cannot be read: there is no such file/,
    ],
    [
      'a file that is no report',
      ['no-report.json', 'newer.json'],
      /no-report\.json" cannot be read: it has no "schemaVersion"/,
    ],
    ['half a report', ['half.json', 'newer.json'], /half\.json" cannot be read: it is no JSON/],
    ['no rule in common that counts', ['older.json', 'elsewhere.json'], /no gating rule in common/],
    ['observations alone', ['observing.json', 'elsewhere.json'], /no gating rule in common/],
    [
      'another format',
      ['older.json', 'newer.json', '--format', 'pdf'],
      /--format is "pdf"; expected text, markdown, html/,
    ],
  ])('exits 2 for %s', async (_, args, message) => {
    const { status, stdout, stderr } = await compare(...args);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([2, '']);
  });

  it.each([
    ['markdown', /^# Got worse\n/],
    ['html', /^<!DOCTYPE html>\n/],
  ])('writes %s to a file, and nothing to the terminal', async (format, beginning) => {
    const output = path(`out.${format}`);
    const { status, stdout } = await compare(
      'older.json',
      'newer.json',
      '--format',
      format,
      '--output',
      output,
    );
    expect(await readFile(output, 'utf8')).toMatch(beginning);
    expect([status, stdout]).toEqual([1, '']);
  });

  it.each([
    ['a folder stands there', 'folder', /folder" cannot be written: a folder stands/],
    ['no such folder', 'missing/out.md', /out\.md" cannot be written: there is no such folder/],
  ])('exits 2 where the file cannot be written: %s', async (_, name, message) => {
    const { status, stderr } = await compare('older.json', 'newer.json', '--output', path(name));
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  it('says that a run is compared with itself, and exits 0', async () => {
    const { status, stdout } = await compare('older.json', 'older.json');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('Both reports are of one and the same run');
    expect(status).toBe(0);
  });

  it('does not colour what goes to a file', async () => {
    const output = path('out.txt');
    const env = { FORCE_COLOR: '1' };
    await runCli(['compare', path('older.json'), path('newer.json'), '--output', output], { env });
    expect(await readFile(output, 'utf8')).not.toContain('\u001b');
    const { stdout } = await runCli(['compare', path('older.json'), path('newer.json')], { env });
    expect(stdout).toContain('\u001b[31m');
  });
});

describe('comparing more reports', () => {
  it('makes a matrix and exits 0, whatever it shows', async () => {
    const { status, stdout, stderr } = await compare('older.json', 'newer.json', 'third.json');
    expect(stdout).toMatch(/^3 reports compared: /);
    expect(stdout).toMatch(/^≠ list\.per-page\.zero +✓ +✗ +✓$/m);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('exits 2 where one of them cannot be read', async () => {
    const { status, stderr } = await compare('older.json', 'newer.json', 'half.json');
    expect(stderr).toMatch(/half\.json" cannot be read/);
    expect(status).toBe(2);
  });
});

it('takes a failure that the baseline came to list for a failure', async () => {
  await writeFile(
    path('known.json'),
    JSON.stringify({ ...mended, rules: allRules([{ ...failing('list.array'), known: true }]) }),
  );
  const { status, stdout } = await compare('older.json', 'known.json');
  expect(stdout).toContain('≈ list.array  (pass → known failure; worse)');
  expect(status).toBe(1);
});
