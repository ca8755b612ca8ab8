import { expect, it } from 'vitest';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { cited } from '../../src/model/statements.ts';
import { blocksIn, plain } from '../../src/render/document.ts';
import { markdown } from '../../src/render/markdown.ts';
import { page } from '../../src/render/page.ts';
import { historyPart } from '../../src/render/parts.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { incomplete, unusable } from './examples.ts';
import { allRules, failing, onDay, sampleReport, sampleRule, undecidedRule } from './reports.ts';

const shown = (report: Report, past: readonly Report[] = []): string =>
  terminal(reportDocument(report, { past }), { color: false, width: 120 });

const observed = (value: string, id: RuleId = 'observed.page.zero'): RuleReport =>
  sampleRule(id, { observation: { value, note: '' } });
const ran = (day: number, ...rules: readonly RuleReport[]): Report =>
  onDay(day, sampleReport('conformant', { rules: allRules(rules) }));

it.each([
  ['500', true],
  ['`abc` → 200, default size; empty → 503', true],
  ['404: text/plain; 502: text/html', true],
  ['5000 with TOKEN', false],
  ['200, 500 results', false],
])('an observed %s is named as an error of the service: %s', (value, isNamed) => {
  expect(/^! observed\.page\.zero /m.test(shown(ran(1, observed(value))))).toBe(isNamed);
});

it('what changed since the last run that decided it is named, and nothing else', () => {
  const [first, second] = [ran(1, failing('list.ok'), observed('200')), ran(2, observed('200'))];
  expect(shown(second)).not.toContain('Since');
  expect(shown(ran(3, observed('200')), [second])).not.toContain('ince');
  const now = shown(ran(3, failing('list.array'), observed('404')), [first, second]);
  expect(now).toContain('Since the last run: 1 worse, 0 better\n✗ list.array (pass → fail): ');
  expect(now).toContain('1 changed since 2 Jan 2026, 00:00 UTC\n• observed.page.zero: 404; before: 200\n');
  const without = ran(2, undecidedRule('observed.page.default', 'inconclusive', 'r'), observed('200'));
  const both = ran(3, observed('404', 'observed.page.default'), observed('404'));
  expect(shown(both, [first, without])).toContain('2 changed since 1 Jan 2026, 00:00 UTC\n');
  expect(shown(second, [first])).toContain('0 worse, 1 better\n✓ list.ok (fail → pass)\n');
});

it('a rule that fails for the reason of another is closed, and names it', () => {
  const text = shown(ran(1, failing('list.per-page.zero'), failing('list.per-page.negative')));
  expect(text).toContain('; probably for the same reason as list.per-page.');
  expect(text).toContain('\n1 of 2 shown; all: report.html\n');
});

it('a page alone unfolds what the specification says of a rule', () => {
  const document = reportDocument(ran(1, failing('list.per-page.zero')));
  const written = page(document);
  const statement = cited('8 zero');
  expect(written).toMatch(new RegExp(`required, <code>§\\s8</code>[^]*</summary>[^]*<li>${statement}</li>`));
  expect(markdown(document)).not.toContain(statement);
});

it('a report says no profile, writes and seed after a bad setting', () => {
  const target = { ...unusable.target, baseUrl: '' };
  expect([unusable, { ...unusable, target }].map((one) => shown(one).includes('seed'))).toEqual([
    true,
    false,
  ]);
});

it('a healthy service is not red because its baseline is out of date', () => {
  const { title, mark, lead } = reportDocument(
    sampleReport('conformant', {
      rules: [sampleRule('list.ok', { listed: { expect: 'fail', state: 'stale' } })],
    }),
  );
  expect([title, mark]).toEqual(['Conformant, but 1 baseline entry is out of date', 'inconclusive']);
  expect(lead).toContainEqual(['Exit status 1.']);
});

it('a run that --allow-incomplete does not accept says why', () => {
  const allowed = { ...incomplete, run: { ...incomplete.run, allowIncomplete: true } };
  expect(shown(allowed)).toMatch(/Exit status 3\.\n--allow-incomplete accepts /);
  const finished = { ...allowed, run: { ...allowed.run, interrupted: false } };
  expect(shown(finished)).toContain('Exit status 0.');
  expect(shown(incomplete)).not.toContain('--allow-incomplete');
});

const RULE = 'list.per-page.zero';
const made: Readonly<Record<string, readonly RuleReport[]>> = {
  '.': [sampleRule(RULE)],
  F: [failing(RULE)],
  '?': [undecidedRule(RULE, 'inconclusive', 'r')],
  ' ': [],
};

/** Returns one run a day, by sign: `.` passes, `F` fails, `?` is undecided, and a blank lacks the rule. */
const nights = (signs: string): Report[] =>
  [...signs].map((sign, index) => {
    const report = sampleReport('conformant', { rules: [...(made[sign] ?? [])] });
    return onDay(index + 1, report, { targetVersion: `1.${index}` });
  });

/** Since when the rule fails, and how often its result changed. */
it.each([
  ['F..FF', 'fails since 4 Jan 2026, 00:00 UTC, version 1.3; changed 2 times'],
  ['FFF', 'fails at least since 1 Jan 2026, 00:00 UTC, version 1.0'],
  ['?FF', 'fails at least since 2 Jan 2026, 00:00 UTC, version 1.1'],
  ['.F? ?F', 'fails since 2 Jan 2026, 00:00 UTC, version 1.1; changed 1 time'],
  ['FF.?', 'changed 1 time'],
  ['.F.F', 'fails since 4 Jan 2026, 00:00 UTC, version 1.3; changed 3 times'],
  ['.?.', ''],
])('after %j a rule %s', (signs, story) => {
  const all = nights(signs);
  const { blocks } = historyPart(all.at(-1) ?? sampleReport('broken'), all.slice(0, -1));
  const [first] = blocksIn('page', blocks);
  const [cells = []] = first?.is === 'table' && first.name !== 'Runs' ? first.rows : [];
  expect(plain(cells[2]?.words ?? [])).toBe(story);
});
