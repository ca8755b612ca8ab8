import { describe, expect, it } from 'vitest';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { pastOf } from '../../src/report/view/past.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from './reports.ts';

const RULE = 'list.per-page.zero';

const made: Readonly<Record<string, readonly RuleReport[]>> = {
  '.': [sampleRule(RULE)],
  F: [failing(RULE)],
  '?': [undecidedRule(RULE, 'inconclusive', 'r')],
  '-': [undecidedRule(RULE, 'skip', 'r')],
  ' ': [],
};

function at(day: number, report: Report): Report {
  return { ...report, run: { ...report.run, startedAt: new Date(Date.UTC(2025, 0, day)).toISOString() } };
}

/**
 * Returns one run a day, by sign: `.` passes, `F` fails, `?` and `-` are undecided, and a blank lacks the
 * rule.
 */
const runs = (signs: string): Report[] =>
  [...signs].map((sign, index) =>
    at(index + 1, sampleReport('conformant', { rules: [...(made[sign] ?? [])] })),
  );

const past = (signs: string) => pastOf(runs(signs))(RULE);
const day = (number: number): string => `2025-01-0${number}T00:00:00.000Z`;

describe('the past of a rule', () => {
  it('has a mark for each run, the oldest first', () => {
    expect(past('.F?- ').marks).toEqual(['pass', 'fail', 'undecided', 'undecided', 'absent']);
  });

  it('tells since when it fails: since the first run after the last that saw it hold', () => {
    expect(past('F..FF').failing).toEqual({ since: day(4), atLeast: false, versions: '' });
  });

  it('says "at least" where no run before saw it hold', () => {
    expect(past('FFF').failing).toEqual({ since: day(1), atLeast: true, versions: '' });
    expect(past('?FF').failing).toEqual({ since: day(2), atLeast: true, versions: '' });
  });

  it('does not take a failure for over because a run did not decide it', () => {
    expect(past('.F? -F').failing).toEqual({ since: day(2), atLeast: false, versions: '' });
    expect(past('.F?').failing).toEqual({ since: day(2), atLeast: false, versions: '' });
  });

  it('tells the version that first failed, and the one that last held', () => {
    const versions = runs('.FF');
    for (const [index, { run }] of versions.entries()) run.targetVersion = `1.4.${index}`;
    expect(pastOf(versions)(RULE).failing?.versions).toBe('1.4.1; last held at 1.4.0');
    expect(pastOf(versions.slice(1))(RULE).failing?.versions).toBe('1.4.1');
  });

  it('is not failing where it was seen to hold since', () => {
    expect(past('FF.').failing).toBeNull();
    expect(past('FF.?').failing).toBeNull();
    expect(past('??').failing).toBeNull();
  });

  it.each([
    ['....', 0],
    ['.F', 1],
    ['.F.F', 3],
    ['.?F', 1],
    ['.?.', 0],
    ['F F', 0],
    ['', 0],
  ])(
    'counts in %j %i changes between pass and fail, whatever did not decide between them',
    (signs, flips) => {
      expect(past(signs).flips).toBe(flips);
    },
  );

  it('counts changes of what was observed, among the runs that observed it', () => {
    const seen = (value: string | null): Report =>
      sampleReport('conformant', {
        rules: value === null ? [] : [sampleRule('observed.links', { observation: { value, note: 'n' } })],
      });
    const { marks, changes, flips } = pastOf([seen('a'), seen(null), seen('a'), seen('b'), seen('a')])(
      'observed.links',
    );
    expect(marks).toEqual(['observed', 'absent', 'observed', 'observed', 'observed']);
    expect([changes, flips]).toEqual([2, 0]);
  });

  it('knows nothing of a rule that no run had', () => {
    expect(pastOf(runs('..'))('list.ok')).toEqual({
      marks: ['absent', 'absent'],
      failing: null,
      flips: 0,
      changes: 0,
    });
  });

  it('is that of the first where rules are called alike', () => {
    const report = sampleReport('nonconformant', { rules: [failing(RULE), sampleRule(RULE)] });
    expect(pastOf([report])(RULE).marks).toEqual(['fail']);
  });
});
