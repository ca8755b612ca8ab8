import { expect, it } from 'vitest';
import type { Cause } from '../../src/client/undecided-reason.ts';
import { nameBlockers } from '../../src/model/causes.ts';
import { rules } from '../../suites/index.ts';

const open = (id: string, blockedBy: readonly string[], cause: Cause = 'other-rule') =>
  ({ id, verdict: 'inconclusive', cause, reason: 'It was refused.', blockedBy }) as const;
const failed = (id: string) => ({ id, verdict: 'fail' }) as const;
const passed = (id: string) => ({ id, verdict: 'pass' }) as const;

it.each<readonly [string, Parameters<typeof nameBlockers>[0], string | undefined, Cause]>([
  ['failed first', [open('a', ['b', 'c', 'd']), passed('b'), failed('c'), failed('d')], 'c', 'other-rule'],
  ['ends the chain', [open('a', ['b']), open('b', ['c']), open('c', ['d']), failed('d')], 'd', 'other-rule'],
  [
    'ends a chain that leads round',
    [open('a', ['b']), open('b', ['a', 'c']), failed('c')],
    'c',
    'other-rule',
  ],
  ['is none in a circle', [open('a', ['b']), open('b', ['a'])], undefined, 'unclear'],
  ['is none that is not blamed', [open('a', ['b', 'c']), passed('b'), failed('d')], undefined, 'unclear'],
  ['failed, though data is lacking', [open('a', ['b'], 'data'), failed('b')], 'b', 'other-rule'],
  ['passed, so that data is lacking', [open('a', ['b'], 'data'), passed('b')], undefined, 'data'],
])('an undecided rule is so because of the one that %s', (_what, all, because, cause) => {
  const [said] = nameBlockers(all);
  expect(said).toMatchObject({ id: 'a', verdict: 'inconclusive', cause });
  expect(said && 'because' in said ? said.because : undefined).toBe(because);
});

it('decided rules stay as they are', () => {
  expect(nameBlockers([failed('a'), passed('b')])).toEqual([failed('a'), passed('b')]);
});

it('the rules that may explain another one are gating rules, named once, and never explained by it in turn', () => {
  const explainers = new Map(
    rules.flatMap((rule) =>
      rule.level === 'observed' ? [] : [[rule.id as string, rule.blockedBy] as const],
    ),
  );
  for (const [id, blockedBy] of explainers) {
    expect([...explainers.keys()]).toEqual(expect.arrayContaining([...blockedBy]));
    expect(new Set(blockedBy).size).toBe(blockedBy.length);
    const found = new Set<string>();
    const follow = (rule: string): void => {
      for (const by of explainers.get(rule) ?? [])
        if (!found.has(by)) {
          found.add(by);
          follow(by);
        }
    };
    follow(id);
    expect(found).not.toContain(id);
  }
});
