import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { Report, SinceLastRun } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { changesWith, conformant, nonconformant } from './examples.ts';

type Changes = NonNullable<SinceLastRun['changes']>;

const none = changesWith('', 0);
const last: SinceLastRun['last'] = {
  id: '0a1b2c3d4e',
  startedAt: '2026-11-21T03:00:59.000Z',
  outcome: 'conformant',
  seed: 42,
  version: '0.1.0',
};
const told = (
  changes: Partial<Changes> | null,
  part: Partial<SinceLastRun> = {},
  report: Report = nonconformant,
): Report => ({
  ...report,
  sinceLastRun: {
    last,
    passedOver: [],
    unreadable: 0,
    changes: changes === null ? null : { ...none, ...changes },
    ...part,
  },
});

/** Returns the text above the outcome on a terminal. */
const text = (report: Report): string =>
  summary(report, { color: false, width: 100, paths: [] }).split(/\n\n(?:Conformant|Not conformant)/)[0] ??
  '';

describe('the beginning of a summary', () => {
  it('says what is new, no longer failing, newly undecided and observed to have changed, since when', () => {
    const changes = {
      newFailures: [
        { id: 'list.per-page.zero', before: 'pass' as const },
        { id: 'list.invalid-token', before: 'undecided' as const },
      ],
      mended: ['list.ok'],
      newlyUndecided: ['list.state.default-open', 'create.once'],
      observations: [{ id: 'observed.page.zero', before: '200, empty', after: '422' }],
      stillFailing: 1,
    };
    expect(text(told(changes)).split('\n')).toEqual([
      'Since 21 Nov 2026, 03:00 UTC (run 0a1b2c3d4e): 2 new failures, 1 no longer failing, 2 newly',
      'undecided, 1 changed observation; 1 still fails.',
      '  ✗ 2 new failures: list.per-page.zero, list.invalid-token (undecided then, in the baseline)',
      '  ✓ 1 no longer failing: list.ok',
      '  ? 2 newly undecided: list.state.default-open, create.once',
      '  • 1 changed observation:',
      '      observed.page.zero: 200, empty → 422',
    ]);
  });

  it('says that nothing changed, and what is as it was', () => {
    expect(text(told({}))).toBe('Since 21 Nov 2026, 03:00 UTC (run 0a1b2c3d4e): nothing changed.');
    expect(text(told({ stillFailing: 2, stillUndecided: 3 }))).toBe(
      'Since 21 Nov 2026, 03:00 UTC (run 0a1b2c3d4e): nothing changed; 2 still fail, 3 still undecided.',
    );
    expect(text(told({ notCompared: 1 }))).toContain(
      'nothing changed among the rules that both runs tried.\n  1 gating rule not compared',
    );
  });

  it('says that a run is the first, and what was passed over', () => {
    expect(text(told(null, { last: null }))).toBe('The first run of this target in the history.');
    const passedOver = (['unusable', 'interrupted', 'unusable'] as const).map((why) => ({
      id: 'x',
      startedAt: '2026-11-21T03:00:00.000Z',
      why,
    }));
    expect(text(told(null, { last: null, passedOver, unreadable: 1 })).split('\n')).toEqual([
      'The first run of this target in the history that can be compared.',
      '  3 earlier runs skipped, nothing to compare: 2 unusable, 1 interrupted.',
      '  1 file of the history cannot be read as reports.',
    ]);
    expect(text(told({}, { passedOver }))).toContain(
      '\n  3 later runs skipped, nothing to compare: 2 unusable, 1 interrupted.',
    );
  });

  it('never says that nothing changed where nothing was decided', () => {
    const said = text(told(null));
    expect(said.replaceAll('\n', ' ')).toBe(
      'Since 21 Nov 2026, 03:00 UTC (run 0a1b2c3d4e): nothing can be compared: this run decided none of the rules that both tried.',
    );
  });

  it('says which settings differ, and counts what they leave open', () => {
    const settings = [{ name: 'WRITES', before: 'all', after: 'none' }];
    const found = text(told({ settings, leftOpen: ['create.once'], observedOtherwise: ['observed.x'] }));
    expect(found.split('\n')).toEqual([
      'Since 21 Nov 2026, 03:00 UTC (run 0a1b2c3d4e): 1 undecided with these settings, 1 observation',
      'differs with these settings.',
      '  The settings differ, which may explain what changed: WRITES all → none',
    ]);
    expect(text(told({ settings }))).toMatch(
      /: nothing changed\.\n {2}The settings differ: WRITES all → none$/,
    );
    expect(text(told({ leftOpen: ['create.once'] }, {}, interruptedRun))).toContain(
      '1 undecided before the interruption',
    );
  });

  it('warns of what a mended rule and an observation may be', () => {
    const other = { last: { ...last, seed: 7, version: '0.0.9' } };
    const found = text(told({ mended: ['list.ok'], varying: ['observed.caching'] }, other)).replaceAll(
      /\s+/g,
      ' ',
    );
    expect(found).toContain(
      'The seed differs, so a failure that needs certain values may not be fixed: replay',
    );
    expect(found).toContain(
      'Another version of this program made that run, and may test a rule in another way: 0.0.9 → 0.1.0',
    );
    expect(found).toContain('Vary from run to run, so not reported as changes: observed.caching');
    expect(text(told({}, other))).not.toContain('not be fixed');
  });

  it('is none where there is no history', () => {
    for (const format of [text, markdown, (report: Report) => html(report, [])])
      expect(format(conformant)).not.toContain('Since ');
  });
});

const interruptedRun: Report = { ...nonconformant, run: { ...nonconformant.run, interrupted: true } };

const changed = told({
  newFailures: [{ id: 'list.per-page.zero', before: 'pass' }],
  observations: [{ id: 'observed.page.zero', before: '200', after: '422 @all' }],
});

describe('the beginning of report.md', () => {
  it('is the same, with the words of reports as code', () => {
    expect(markdown(changed).split('\n').slice(0, 6)).toEqual([
      '**Since 21 Nov 2026, 03:00 UTC** (run `0a1b2c3d4e`): **1 new failure, 1 changed observation**.',
      '',
      '- ✗ 1 new failure: `list.per-page.zero`',
      '- • 1 changed observation: `observed.page.zero` `200` → `422 @all`',
      '',
      '## ❌ Not conformant: 3 rules are broken besides 1 known failure, and 1 baseline entry is stale',
    ]);
    expect(markdown(told(null, { last: null }))).toMatch(/^The first run of this target in the history\.\n/);
  });
});

describe('the beginning of report.html', () => {
  it('is the same, and leads to the rules', () => {
    const page = html(changed, []);
    const [before = '', box = ''] = page.split('aria-label="Since the last run"');
    expect(before).not.toContain('<h1>');
    expect(box).toContain('<strong>1 new failure, 1 changed observation.</strong>');
    expect(box).toContain('<a class="id" href="#rule-list.per-page.zero">list.per-page.zero</a>');
    expect(page).toContain('notice since is-fail');
  });

  it('names a rule that the page does not have without a link', () => {
    expect(html(told({ mended: ['list.gone'] }), [])).toContain('<span class="id">list.gone</span>');
  });
});
