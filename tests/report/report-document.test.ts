import { expect, it } from 'vitest';
import { cited } from '../../src/model/statements.ts';
import { markdown } from '../../src/render/markdown.ts';
import { page } from '../../src/render/page.tsx';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { conformant, incomplete, unusable } from './examples.ts';
import { allRules, failing, plainExchange, sampleReport, sampleRule } from './reports.ts';

const shown = (report: Report, past: readonly Report[] = [], allowIncomplete = false): string =>
  terminal(reportDocument(report, { past, allowIncomplete }), { color: false, width: 120 });

const observed = (value: string): RuleReport =>
  sampleRule('observed.page.zero', { observation: { value, note: '' } });
const ran = (day: number, ...rules: readonly RuleReport[]): Report => {
  const { run } = conformant;
  const startedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  return sampleReport('conformant', { rules: allRules(rules), run: { ...run, startedAt } });
};

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
  expect(now).toContain('Since the last run: 1 worse, 0 better\n✗ list.array fails, held on 2 Jan 2026');
  expect(now).toContain('1 changed since 2 Jan 2026, 00:00 UTC\n• observed.page.zero: 404; before: 200\n');
  expect(shown(second, [first])).toContain('0 worse, 1 better\n✓ list.ok passes again, failed on 1 Jan 2026');
});

it('a target that could not be checked is told in one sentence, and counts no rules', () => {
  const text = shown(unusable);
  expect(text).toContain(`Unusable: ${unusable.problem?.slice(0, 40)}`);
  expect(text).not.toMatch(/undecided|rule/);
});

it('an unusable target is shown with the request, the status, the start of the answer and a curl line', () => {
  const response = { status: 404, headers: {}, body: 'Ж'.repeat(300), truncated: false };
  const text = shown({ ...unusable, evidence: { ...plainExchange, response } });
  expect(text).toMatch(/^Request +GET http:[^]*^Answer +404\nBody +Ж{100,}[^]*^curl -si /m);
  expect(text.match(/Ж/g)).toHaveLength(200);
});

it('a run without settings names the line that decides what was skipped', () => {
  const settings = ['--base-url', 'http://127.0.0.1:4010', '--writes', 'none'];
  const replay = { program: 'name', report: '', settings } as const;
  const run = { ...incomplete.run, settings: {}, replay };
  expect(shown({ ...incomplete, run })).toContain(
    'WRITES=all issue-conformance --base-url http://127.0.0.1:4010  # decides all 16',
  );
});

it('a handler has no address, so no command is given', () => {
  const report = ran(1, failing('list.ok'));
  const within = { ...report, run: { ...report.run, handler: true } };
  expect([shown(report), shown(within)].map((text) => /^ *(?:curl|npx) /m.test(text))).toEqual([true, false]);
});

it('a card has a text for an issue tracker, in a page alone', () => {
  const document = reportDocument(ran(1, failing('list.per-page.zero')));
  const [issue = ''] = /### `list[^<]*/.exec(page(document)) ?? [];
  for (const words of ['The specification:', 'Expected: ', 'Seen: in 3 of 3', 'curl -si'])
    expect(issue).toContain(words);
  expect(markdown(document)).not.toContain('The specification:');
});

it('a healthy service is not red because its baseline is out of date', () => {
  const { title, mark, lead } = reportDocument({ ...conformant, staleBaseline: ['list.ok'] });
  expect([title, mark]).toEqual(['Conformant, but 1 baseline entry is out of date', 'inconclusive']);
  expect(lead).toContainEqual(['Exit status 1.']);
});

it('a run that --allow-incomplete does not accept says why', () => {
  expect(shown(incomplete, [], true)).toMatch(/Exit status 3\.\n--allow-incomplete accepts /);
  expect(shown(incomplete)).not.toContain('--allow-incomplete');
});

it('in a page, the sections of a broken rule unfold what the specification says, in no other format', () => {
  const document = reportDocument(ran(1, failing('list.per-page.zero')), {});
  const statement = cited('8 zero');
  expect(page(document)).toMatch(
    new RegExp(`required, <code>§\\s8</code>[^]*</summary>[^]*<li>${statement}</li>`),
  );
  expect(markdown(document)).not.toContain(statement);
});
