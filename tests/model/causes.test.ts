import { describe, expect, it } from 'vitest';
import type { Cause } from '../../src/client/doubt.ts';
import { withCulprits } from '../../src/model/causes.ts';
import { rules } from '../../suites/index.ts';

const open = (id: string, blames: readonly string[], cause: Cause = 'other-rule') =>
  ({ id, verdict: 'inconclusive', cause, reason: 'It was refused.', blames }) as const;
const failed = (id: string) => ({ id, verdict: 'fail' }) as const;
const passed = (id: string) => ({ id, verdict: 'pass' }) as const;

const said = (...all: Parameters<typeof withCulprits>[0]) => withCulprits(all)[0];

describe('an undecided rule', () => {
  it('names the rule that failed and is blamed first', () => {
    expect(said(open('a', ['b', 'c', 'd']), passed('b'), failed('c'), failed('d'))).toEqual({
      id: 'a',
      verdict: 'inconclusive',
      cause: 'other-rule',
      reason: 'It was refused. Fix c first, then run again.',
      because: 'c',
    });
  });

  it('names the rule at the end of the chain if those that it blames are undecided too', () => {
    expect(said(open('a', ['b']), open('b', ['c']), open('c', ['d']), failed('d'))).toHaveProperty(
      'because',
      'd',
    );
  });

  it('finds the end of a chain that leads round', () => {
    expect(said(open('a', ['b']), open('b', ['a', 'c']), failed('c'))).toHaveProperty('because', 'c');
    expect(said(open('a', ['b']), open('b', ['a']))).not.toHaveProperty('because');
  });

  it('says only what was seen if none of them failed, and is undecided for no other rule', () => {
    expect(said(open('a', ['b', 'c']), passed('b'), failed('d'))).toEqual({
      id: 'a',
      verdict: 'inconclusive',
      cause: 'unclear',
      reason: 'It was refused.',
    });
  });

  it('is undecided because of a rule that failed, and not for want of data', () => {
    expect(said(open('a', ['b'], 'data'), failed('b'))).toMatchObject({ cause: 'other-rule', because: 'b' });
    expect(said(open('a', ['b'], 'data'), passed('b'))).toMatchObject({
      cause: 'data',
      reason: 'It was refused.',
    });
  });

  it('says what to do about a service that was unstable', () => {
    expect(said(open('a', ['b'], 'unstable'))).toHaveProperty(
      'reason',
      'It was refused. Run again when the service is stable.',
    );
  });
});

describe('a decided rule', () => {
  it('stays as it is', () => {
    expect(withCulprits([failed('a'), passed('b')])).toEqual([failed('a'), passed('b')]);
  });
});

describe('the rules that may explain another one', () => {
  const gating = rules.flatMap((rule) => (rule.level === 'observed' ? [] : [rule]));

  it.each(gating)('are other gating rules, each named once: $id', ({ explainedBy }) => {
    const ids = gating.map((rule) => rule.id);
    expect(ids).toEqual(expect.arrayContaining([...explainedBy]));
    expect(new Set(explainedBy).size).toBe(explainedBy.length);
  });

  it.each(gating)('are not explained by it in turn: $id', ({ id }) => {
    const found = new Set<string>();
    const follow = (rule: string): void => {
      for (const by of gating.find((each) => each.id === rule)?.explainedBy ?? [])
        if (!found.has(by)) {
          found.add(by);
          follow(by);
        }
    };
    follow(id);
    expect(found).not.toContain(id);
  });
});
