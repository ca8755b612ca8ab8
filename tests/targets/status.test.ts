import { expect, it } from 'vitest';
import { page } from '../../src/render/page.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { outcomeOf } from '../../src/report/outcome.ts';
import { metricsText, siteDocument } from '../../src/targets/site.ts';
import { gravestOf, resultsInWords, type TargetStatus, targetStatus } from '../../src/targets/status.ts';
import { failing, onDay, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const RULE = 'list.per-page.zero';

const rules = {
  '.': sampleRule(RULE),
  F: failing(RULE),
  K: { ...failing(RULE), known: true },
  '?': undecidedRule(RULE, 'inconclusive', 'Run it again.'),
} as const;

const at = (day: number, rule: RuleReport, targetVersion = '1.0'): Report => {
  const all = [sampleRule('list.ok'), rule];
  const outcome = outcomeOf(all, { isBroken: false, isUnusable: false });
  return onDay(day, sampleReport(outcome, { rules: all }), { targetVersion });
};

/** Returns the status of a target after runs with these results, the last of them now. */
function after(signs: string, failOn: 'any' | 'worse' = 'any'): TargetStatus {
  const reports = [...signs].map((sign, index) =>
    at(index + 1, rules[sign as keyof typeof rules], `1.${index}`),
  );
  const report = reports.at(-1);
  if (report === undefined) throw new Error('no runs');
  return targetStatus('eu', report, { earlier: reports.slice(0, -1), allowIncomplete: false, failOn });
}

const OPTIONS = { allowIncomplete: false, failOn: 'any' } as const;
const none = targetStatus('us', 'killed', { ...OPTIONS, earlier: [at(1, rules['.'])] });

/** Results of the runs, the exit status, the same if only what is worse fails, and what is worse or better. */
it.each<[string, number, number, number, number]>([
  ['.', 0, 0, 0, 0],
  ['.F', 1, 1, 1, 0],
  ['.?F', 1, 1, 1, 0],
  ['.FF', 1, 0, 0, 0],
  ['?', 3, 3, 0, 0],
  ['.K', 0, 0, 0, 0],
  ['F.', 0, 0, 0, 1],
  ['F?.', 0, 0, 0, 1],
])('a target after %s', (signs, any, onlyWorse, worse, better) => {
  const status = after(signs);
  expect([status.exitStatus, after(signs, 'worse').exitStatus]).toEqual([any, onlyWorse]);
  expect([status.worse.length, status.better.length]).toEqual([worse, better]);
});

it('a target is not good if its old failure is left out and another rule is undecided', () => {
  const report = at(2, rules.F);
  const open = undecidedRule('list.page.second', 'inconclusive', 'r');
  const now = { ...report, rules: [...report.rules, open] };
  const status = targetStatus('eu', now, { ...OPTIONS, earlier: [at(1, rules.F)], failOn: 'worse' });
  expect([status.exitStatus, status.notWorse, resultsInWords([status])]).toEqual([
    3,
    false,
    '1 target: 1 incomplete (not conformant)',
  ]);
});

it('a target that is only not worse is called so, and never good', () => {
  const old = after('.FF', 'worse');
  const all = [after('.', 'worse'), old, after('.F', 'worse'), none];
  expect(resultsInWords(all)).toBe(
    '4 targets: 1 with failures, 1 without a result, 1 good, 1 not worse than the run before (not conformant)',
  );
  expect(metricsText(all)).toMatch(/^issue_conformance_not_worse\{target="eu"\} 1$/m);
  expect(metricsText([old])).toMatch(/_exit_status\{target="eu"\} 0$[^]*_conformant\{target="eu"\} 0$/m);
  const shown = page(siteDocument([old], new Date(0)));
  expect(shown).toContain('<header class="is-known">');
  expect(shown).toMatch(/Not conformant[^;]*; not worse than the run before/);
});

it('only a run with an earlier one is not worse', () => {
  const stale = at(2, { ...rules['.'], listed: { expect: 'fail', state: 'stale' } });
  const of = (earlier: readonly Report[]) =>
    targetStatus('eu', stale, { ...OPTIONS, earlier, failOn: 'worse' });
  expect([of([]), of([at(1, rules['.'])])]).toMatchObject([
    { exitStatus: 1, notWorse: false },
    { exitStatus: 0, notWorse: true },
  ]);
});

it('a target without a result counts as 2, and the gravest status as that of all', () => {
  expect(none).toMatchObject({ exitStatus: 2, lastGreen: '2026-01-01T00:00:00.000Z' });
  const of = (...statuses: readonly number[]): number =>
    gravestOf(statuses.map((exitStatus) => Object.assign(after('.'), { exitStatus })));
  expect([of(0, 3), of(3, 2), of(2, 1, 0), of(1, 4), of(0, 0), of()]).toEqual([3, 2, 1, 4, 0, 0]);
});

it('the metrics are lines of Prometheus, whatever a label holds', () => {
  const listed = { expect: 'fail', state: 'as-listed', expires: '2026-01-12' } as const;
  const report = at(1, { ...rules.K, listed });
  const known = targetStatus('known', report, { ...OPTIONS, earlier: [] });
  const hostile = { ...after('.F'), label: 'e"u\\\n' };
  const text = metricsText([after('.F'), none, known, hostile]);
  for (const line of text.split('\n'))
    expect(line).toMatch(
      /^(?:# (?:HELP|TYPE) .*|issue_conformance_\w+\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)*\} -?\d+|)$/,
    );
  for (const line of [
    'exit_status{target="eu"} 1',
    'exit_status{target="us"} 2',
    String.raw`exit_status{target="e\"u\\\n"} 1`,
    `rule_verdict{target="eu",rule="${RULE}",verdict="fail"} 1`,
    'last_green_timestamp_seconds{target="eu"} 1767225600',
    'known_failures{target="known"} 1',
  ])
    expect(text).toContain(`\nissue_conformance_${line}\n`);
});

it('the page of all targets is red if one is down, and links to the reports that there are', () => {
  const shown = page(siteDocument([after('.F'), none], new Date('2026-01-10T00:00:00Z')));
  expect(shown).toContain('<header class="is-fail">');
  expect(shown).toContain('<a href="eu/report.html"><code>eu</code></a>');
  expect(shown).toContain(`href="eu/report.html#rule-${RULE}"`);
  expect(shown).not.toContain('us/report.html');
});
