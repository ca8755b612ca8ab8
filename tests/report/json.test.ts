import { describe, expect, it } from 'vitest';
import { json } from '../../src/report/data/json.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { conformant } from './examples.ts';

const tried = (body: string): NonNullable<RuleReport['tried']> => ({
  callers: { 'with TOKEN': 3, anonymous: 2 },
  example: {
    case: { per_page: '0' },
    exchange: {
      request: { method: 'GET', url: 'http://service.test/', headers: {}, body: null },
      response: { status: 200, headers: {}, body, truncated: false },
      ms: 3,
    },
  },
});

const withTried = (...bodies: readonly string[]): Report => ({
  ...conformant,
  rules: conformant.rules.map((rule, index) => {
    const body = bodies[index];
    return body === undefined ? rule : { ...rule, tried: tried(body) };
  }),
});

describe('conformance.json', () => {
  it('has how a rule was tried on one line, and all else set out', () => {
    const text = json(withTried('[]', '[1]'));
    expect(text.split('\n').filter((line) => line.includes('"tried"'))).toEqual(
      ['[]', '[1]'].map((body) => `      "tried": ${JSON.stringify(tried(body))}`),
    );
    expect(text).toContain(`    {\n      "id": "${conformant.rules[0]?.id}",\n`);
  });

  it('reads back as it was, whatever a service writes', () => {
    const lines = [`\n      "tried (inline)": 1`, `\u2028      "tried (inline)": 0,`, `$&$1 "tried": 7`];
    const report = withTried(...lines);
    expect(JSON.parse(json(report))).toEqual(report);
  });
});
