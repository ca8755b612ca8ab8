import { describe, expect, it } from 'vitest';
import { cardLines } from '../../src/report/card.ts';
import type { FailureReport } from '../../src/report/model.ts';
import { failing, plainExchange as plain, sampleRule } from './reports.ts';

const partOf = (part: string, failure: Partial<FailureReport>): string | undefined =>
  cardLines(failing('list.per-page.zero', failure)).find((line) => line.part === part)?.text;

describe('a failure card', () => {
  it('has every part, in the order in which it is read', () => {
    expect(cardLines(failing('list.per-page.zero')).map(({ part }) => part)).toEqual([
      'rule',
      'statement',
      'expected',
      'actual',
      'means',
      'counterexample',
      'reproduced',
      'exchange',
      'curl',
    ]);
  });

  it('names the rule with its level and its sections', () => {
    expect(cardLines(failing('create.missing-title'))[0]?.text).toBe(
      'create.missing-title (required, § 2, 4.2, 7)',
    );
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

  it('says that an answer was cut short', () => {
    const exchange = { ...plain, fault: 'the connection was closed before the body was complete' };
    expect(partOf('exchange', { exchanges: [exchange] })).toMatch(
      /→ 200, cut short: the connection was closed/,
    );
  });

  it.each<[FailureReport['counterexample'], string]>([
    [{ per_page: '0', page: 2 }, 'per_page: "0", page: 2'],
    [{ payload: '{"title":1}' }, `payload: '{"title":1}'`],
    [{ payload: `it's "quoted"` }, String.raw`payload: "it's \"quoted\""`],
    [{ body: 'a\u001bb\u202ec' }, String.raw`body: "a\u001bb\u{202e}c"`],
    [{}, 'none: the rule is broken by the plain request'],
  ])('shows the counterexample %j', (counterexample, text) => {
    expect(partOf('counterexample', { counterexample })).toBe(text);
  });

  it('takes the middle out of a very long value alone', () => {
    const text = partOf('counterexample', { counterexample: { sort: 'x'.repeat(5000), page: '2' } }) ?? '';
    expect(text).toMatch(/^sort: "x+ … 5002 characters … x+", page: "2"$/);
    expect(text.length).toBeLessThan(400);
  });

  it('does not cut the sentences of the rule', () => {
    const { statement, means } = { ...sampleRule('list.per-page.zero'), means: 'm '.repeat(250).trim() };
    const texts = cardLines(failing('list.per-page.zero', { means })).map(({ text }) => text);
    expect(texts).toContain(statement);
    expect(texts).toContain(means);
  });

  it.each(['curl --data-raw "\u202e"', `curl ${'x'.repeat(5000)}`])(
    'shows no curl line that is not the real one (case %#)',
    (curl) => {
      expect(partOf('curl', { curl })).toMatch(/it stands in conformance\.json/);
    },
  );

  it('leaves out what a failure does not have', () => {
    const parts = cardLines(failing('list.ok', { exchanges: [], curl: '' })).map(({ part }) => part);
    expect(parts).not.toContain('exchange');
    expect(parts).not.toContain('curl');
  });

  it('is the rule alone where there is no failure', () => {
    expect(cardLines(sampleRule('list.ok')).map(({ part }) => part)).toEqual(['rule', 'statement']);
  });
});
