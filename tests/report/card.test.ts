import { describe, expect, it } from 'vitest';
import type { DifferenceReport, FailureReport } from '../../src/report/model.ts';
import { cardOf, cardText, seenOf } from '../../src/report/view/card.ts';
import { failing, plainExchange as plain, sampleReport, sampleRule } from './reports.ts';

const partOf = (part: string, failure: Partial<FailureReport>): string | undefined =>
  cardOf(failing('list.per-page.zero', failure)).rows.find((row) => row.part === part)?.text;

const lineOf = (label: string, failure: Partial<FailureReport>): string | undefined =>
  cardText(failing('list.per-page.zero', failure))
    .split('\n')
    .find((line) => line.startsWith(`${label}: `));

const difference: DifferenceReport = {
  at: 3,
  from: 2,
  case: ['#8', '#2', '#3'],
  twin: ['#8', '#6'],
  caseTotal: 30,
  twinTotal: 3,
};

describe('a failure card', () => {
  it('has every part, in the order in which it is read', () => {
    const records = [{ name: '#7', at: [{ exchange: 1, result: 2 }] }];
    const listed = { expect: 'fail', reason: 'the gateway', state: 'as-listed' } as const;
    const rule = { ...failing('list.per-page.zero', { difference, records }), listed };
    expect(cardOf(rule).rows.map(({ part, label }) => `${part}: ${label}`)).toEqual([
      'expected: Expected',
      'actual: Actual',
      'difference: This request',
      'difference: Compared with',
      'records: Found',
      'impact: Impact',
      'counterexample: Counterexample',
      'seen: Seen',
      'listed: Baseline',
      'exchange: Request and response',
      'curl: Reproduce with curl',
      'replay: Replay',
    ]);
  });

  it('names the rule with its level and its sections', () => {
    expect(cardOf(failing('create.missing-title')).title).toBe(
      'create.missing-title (required, §\u00a02, 4.2, 7)',
    );
    expect(cardOf({ ...failing('list.ok'), sections: [] }).title).toBe('list.ok (required, no section)');
  });

  it('shows the exchange that the curl line repeats', () => {
    expect(partOf('exchange', {})).toBe(
      'GET http://127.0.0.1:4010/repos/octo/hello/issues?per_page=0 → 200 (the last of 2, all in conformance.json)',
    );
  });

  it('says why there was no answer', () => {
    const exchange = { ...plain, response: null, fault: 'the connection was reset' };
    expect(partOf('exchange', { exchanges: [exchange] })).toBe(
      'GET http://127.0.0.1:4010/repos/octo/hello/issues → no answer: the connection was reset',
    );
  });

  it('says that an answer was incomplete', () => {
    const exchange = { ...plain, fault: 'the connection was closed before the body was complete' };
    expect(partOf('exchange', { exchanges: [exchange] })).toMatch(
      /→ 200, incomplete: the connection was closed/,
    );
  });

  it.each<[FailureReport['counterexample'], string]>([
    [{ per_page: '0', page: 2 }, 'per_page: "0", page: 2'],
    [{ payload: '{"title":1}' }, `payload: '{"title":1}'`],
    [{ payload: `it's "quoted"` }, String.raw`payload: "it's \"quoted\""`],
    [{ body: 'a\u001bb\u202ec' }, String.raw`body: "a\u001bb\u{202e}c"`],
    [{}, 'none: the plain request breaks the rule'],
  ])('shows the counterexample %j', (counterexample, text) => {
    expect(lineOf('Counterexample', { counterexample })).toBe(`Counterexample: ${text}`);
  });

  it('takes the middle out of a very long value alone', () => {
    const text = partOf('counterexample', { counterexample: { sort: 'x'.repeat(5000), page: '2' } }) ?? '';
    expect(text).toMatch(/^sort: "x+ … 5002 characters … x+", page: "2"$/);
    expect(text.length).toBeLessThan(400);
  });

  it('does not cut the sentences of the rule', () => {
    const { statement, means } = { ...sampleRule('list.per-page.zero'), means: 'm '.repeat(250).trim() };
    const lines = cardText(failing('list.per-page.zero', { means })).split('\n');
    expect(lines).toContain(statement);
    expect(lines).toContain(`Impact: ${means}`);
  });

  it.each(['curl --data-raw "\u202e"', `curl ${'x'.repeat(5000)}`])(
    'shows no curl line that is not the real one (case %#)',
    (curl) => {
      expect(lineOf('Reproduce with curl', { curl })).toBe(
        'Reproduce with curl: not fit to be shown; see conformance.json',
      );
    },
  );

  it('leaves out what a failure does not have', () => {
    expect(
      cardOf(failing('list.ok', { exchanges: [], curl: '', records: [] })).rows.map(({ part }) => part),
    ).toEqual(['expected', 'actual', 'impact', 'counterexample', 'seen', 'replay']);
  });

  it('is the rule alone where there is no failure', () => {
    const rule = sampleRule('list.ok');
    expect(cardOf(rule).rows).toEqual([]);
    expect(cardText(rule)).toBe(`list.ok (required, § 4.1)\n${rule.statement}`);
  });

  it.each([
    ['3 of 3', 'in 3 of 3 attempts'],
    ['1 of 1', 'in 1 of 1 attempt'],
    ['once, by luck', 'once, by luck'],
  ])('says of %j in how many attempts it was seen', (reproduced, text) => {
    expect(partOf('seen', { reproduced })).toBe(text);
  });

  it('has the line that replays it, unless its id is not fit to be pasted', () => {
    const { run } = sampleReport('nonconformant');
    const replay = { program: 'script', report: 'reports/conformance.json' } as const;
    const lineFor = (id: string): string | undefined =>
      cardOf({ ...failing('list.ok'), id }, { ...run, replay }).rows.find(({ part }) => part === 'replay')
        ?.text;
    expect(lineFor('list.ok')).toBe('npm run conformance -- replay reports/conformance.json list.ok');
    expect(lineFor('list.ok; rm -rf ~')).toBeUndefined();
  });
});

describe('the first difference', () => {
  const listsOf = (failure: Partial<FailureReport>) =>
    cardOf(failing('list.ok', failure)).rows.filter(({ part }) => part === 'difference');

  it('is marked in both lists', () => {
    const kind = { part: 'difference', kind: 'value' };
    expect(listsOf({ difference })).toEqual([
      {
        ...kind,
        label: 'This request',
        text: '… #8 [#2] #3 …',
        list: { before: 1, names: ['#8', '#2', '#3'], at: 1, after: 26 },
      },
      {
        ...kind,
        label: 'Compared with',
        text: '… #8 [#6]',
        list: { before: 1, names: ['#8', '#6'], at: 1, after: 0 },
      },
    ]);
  });

  it('may be where a list ends', () => {
    const texts = listsOf({ difference: { ...difference, at: 4 } }).map(({ text }) => text);
    expect(texts).toEqual(['… #8 #2 [#3] …', '… #8 #6 [(end)]']);
  });

  it('is cut and made harmless where its names are hostile', () => {
    const long = '\u202e'.repeat(100_000);
    const hostile = { ...difference, case: ['#8', long], twin: ['#8', '#6', ...long] };
    const line = lineOf('This request', { difference: hostile }) ?? '';
    expect(line).toMatch(/^This request: … #8 \[(\\u\{202e\})+ … 100000 characters … .*\] …$/);
    expect(line).not.toContain('\u202e');
    expect(line.length).toBeLessThan(3000);
    expect(listsOf({ difference: hostile })[1]?.list?.names).toHaveLength(20);
  });
});

describe('what was found where', () => {
  it('names each issue with its exchanges and results', () => {
    const records = [
      {
        name: '#7',
        at: [
          { exchange: 1, result: 30 },
          { exchange: 2, result: 1 },
        ],
      },
      { name: '#9', at: [] },
    ];
    expect(partOf('records', { records })).toBe(
      '#7: result 30 of response 1 and result 1 of response 2; #9: nowhere',
    );
  });

  it('is cut where there are too many', () => {
    const records = Array.from({ length: 10_000 }, () => ({ name: '#7', at: [] }));
    expect(lineOf('Found', { records })).toMatch(/^Found: #7: nowhere; .* … \d+ characters … .*#7: nowhere$/);
  });
});

describe('what was seen, in a handful of words', () => {
  it.each([
    ['404', '403', '403, not 404'],
    ['401: no access', '200 and 30 results', '200 and 30 results, not 401'],
    ['422', '422 and 30 results', '422 and 30 results'],
    ['30 results', '0 results', '0 results'],
    ['404', `200 ${'x'.repeat(100)}`, `200 ${'x'.repeat(100)}`],
    ['4040 results', '403', '403'],
    ['exactly 30 results, since at least 186 issues exist', '1 result', '1 result, not 30'],
    ['exactly 30 results', '10 results, of which 3 twice', '10 results, of which 3 twice'],
    ['at most 100 results', '150 results', '150 results, more than 100'],
    ['exactly 30 results', 'a JSON object', 'a JSON object'],
    ['result 1 is issue 192, as without sort', 'result 1 is issue 1', 'result 1 is issue 1, not issue 192'],
    ['result 1 is issue 192, as without sort', 'result 2 is issue 1', 'result 2 is issue 1'],
    ['result 1 is issue 192', '2 results', '2 results'],
  ])('%j expected, %j: %j', (expected, actual, seen) => {
    expect(seenOf(failing('list.unknown-repo', { expected, actual }))).toBe(seen);
  });

  it('is the statement of a rule without evidence', () => {
    const { failure: _, ...rule } = failing('list.ok');
    expect(seenOf(rule)).toBe(rule.statement);
  });
});
