import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Annotation, annotationsOf } from '../../ci/action/annotations.ts';
import { json } from '../../src/report/data/json.ts';
import type { Report } from '../../src/report/model.ts';
import { HARMFUL } from '../../src/report/text.ts';
import {
  brokenRun,
  conformant,
  heldAgainst,
  hostile,
  incomplete,
  nonconformant,
  unusable,
} from '../report/examples.ts';
import { allRules, failing, sampleReport, undecidedRule } from '../report/reports.ts';
import { worstReport } from '../report/worst.ts';
import { commandsIn, fileCommand } from './runner-commands.ts';
import { started } from './steps.ts';

const of = (report: Report, level: Annotation['level']): readonly Annotation[] =>
  annotationsOf(report).filter((one) => one.level === level);

describe('annotations', () => {
  it('are none where nothing is to be said', () => {
    expect(annotationsOf(conformant)).toEqual([]);
  });

  it('are an error for each failure that is not known, and a notice for each that is', () => {
    const ids = (verdict: (known: boolean) => boolean): readonly string[] =>
      nonconformant.rules
        .filter((rule) => rule.verdict === 'fail' && verdict(rule.known === true))
        .map(({ id }) => id);
    const titles = (level: Annotation['level']): readonly string[] =>
      of(nonconformant, level).map(({ title }) => title);
    for (const id of ids((known) => !known))
      expect(titles('error').some((title) => title.startsWith(`${id} (`))).toBe(true);
    for (const id of ids((known) => known)) {
      expect(titles('notice').some((title) => title.startsWith(`Known failure: ${id} (`))).toBe(true);
      expect(titles('error').join()).not.toContain(id);
    }
  });

  it('are a warning for all gating rules that one thing would decide, and none for observations', () => {
    const reason = 'Not tried: set TOKEN.';
    const report = sampleReport('incomplete', {
      rules: allRules([
        undecidedRule('list.token', 'skip', reason),
        undecidedRule('list.page.second', 'skip', reason),
        undecidedRule('list.state.open', 'inconclusive', 'It takes a closed issue.'),
        undecidedRule('observed.page.zero', 'skip', 'Not observed.'),
      ]),
    });
    expect(of(report, 'warning').map(({ title }) => title)).toEqual([
      '1 rule not decided',
      '2 rules not decided',
    ]);
    expect(of(report, 'warning').at(-1)?.message).toMatch(/^Not tried: set TOKEN\.\nlist\./);
    expect(annotationsOf(report)).toHaveLength(2);
    expect(of(incomplete, 'warning').length).toBeGreaterThan(0);
  });

  it('are an error for all that fails a run for the sake of the baseline, and a warning for a pin that was not observed', () => {
    const report = heldAgainst('the gateway cuts it');
    const titles = (level: Annotation['level']): readonly string[] =>
      of(report, level).map(({ title }) => title);
    expect(titles('error')).toEqual(
      expect.arrayContaining([
        '1 entry of the baseline is stale',
        'Baseline entry expired: list.anonymous',
        'Pinned observation changed: observed.page.zero',
      ]),
    );
    const messageOf = (title: string): string | undefined =>
      annotationsOf(report).find((one) => one.title.includes(title))?.message;
    expect(messageOf('entry expired')).toMatch(/^expired: the gateway cuts it .*until 2026-12-31/);
    expect(messageOf('list.array (')).toContain(
      '\nIn the baseline: listed to fail (status), but fails in another way',
    );
    expect(messageOf('observed.page.zero')).toMatch(
      /^Pinned: the gateway cuts it\nObserved: .+\nPinned because: the gateway cuts it/,
    );
    expect(titles('warning')).toEqual([
      'Pinned observation not made: observed.links',
      expect.stringContaining('not decided'),
    ]);
    expect(annotationsOf(report).map(({ title }) => title)).not.toContainEqual(
      expect.stringContaining('observed.page.huge'),
    );
  });

  it('do not repeat for a pin why a run came to nothing', () => {
    const { rules } = heldAgainst('x');
    expect(of({ ...unusable, rules }, 'warning')).toEqual([]);
  });

  it.each([
    ['unusable', unusable],
    ['broken', brokenRun],
  ])('say in an error why a run is %s', (_, report) => {
    expect(annotationsOf(report).map(({ level, message }) => [level, message])).toEqual([
      ['error', report.problem],
    ]);
    const { problem: __, ...wordless } = report;
    expect(of(wordless, 'error')).toHaveLength(1);
  });

  it('are at most ten of each level, the last of which names those that are left out', () => {
    for (const level of ['error', 'warning', 'notice'] as const)
      expect(of(worstReport(), level).length).toBeLessThanOrEqual(10);
    const ids = worstReport()
      .rules.filter(({ verdict }) => verdict === 'fail')
      .map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(10);
    const errors = of(worstReport(), 'error');
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)?.title).toBe(`and ${ids.length - 9} more`);

    const ten = allRules(ids.slice(0, 10).map((id) => failing(id as Parameters<typeof failing>[0])));
    expect(of(sampleReport('nonconformant', { rules: ten }), 'error').at(-1)?.title).toContain(ids[9]);
  });

  it('have no text of a target that a screen obeys, nor a long one', () => {
    for (const text of ['\u001b[31m\r\n::error::x\u202e', 'x'.repeat(100_000)])
      for (const { title, message } of [hostile(text), heldAgainst(text)].flatMap(annotationsOf)) {
        expect(title.length).toBeLessThan(200);
        expect(message.length).toBeLessThan(2500);
        expect(title).not.toMatch(HARMFUL);
        expect(message.replaceAll('\n', '')).not.toMatch(HARMFUL);
      }
  });
});

describe('what the runner reads', () => {
  it('is those annotations, whatever a target said', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-annotations-'));
    const report = hostile('a,title=b%0A::add-mask::c\n::stop-commands::d\r\n::error::e');
    await writeFile(join(folder, 'conformance.json'), json(report));
    await writeFile(join(folder, 'outputs'), '');
    const { status, output } = await started([process.execPath, 'scripts/run.js', 'ci/action/report.ts'], {
      cwd: process.cwd(),
      env: {
        PATH: process.env['PATH'] ?? '',
        REPORT_DIR: folder,
        GITHUB_OUTPUT: join(folder, 'outputs'),
      },
    });
    expect(status).toBe(0);
    expect(commandsIn(output)).toEqual(
      annotationsOf(report).map(({ level, title, message }) => ({
        name: level,
        properties: { title },
        value: message,
      })),
    );
    expect(annotationsOf(report).length).toBeGreaterThan(0);
    expect(Object.keys(fileCommand(await readFile(join(folder, 'outputs'), 'utf8'))).toSorted()).toEqual(
      ['fail', 'known', 'observed', 'outcome', 'pass', 'report', 'undecided'].toSorted(),
    );
    await rm(folder, { recursive: true });
  });
});
