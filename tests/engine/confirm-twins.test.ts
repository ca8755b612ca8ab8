import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredLike } from '../../src/checks/alike.ts';
import { confirm } from '../../src/engine/confirm.ts';
import type { Look } from '../../src/model/case.ts';
import { HELD } from '../../src/model/check.ts';
import { caseOf, ids, look, looksOf, noErrors } from '../checks/looks.ts';

describe('a case that is compared with its twin', () => {
  const LISTS = [
    [1, 2, 3, 4, 5, 6],
    [2, 1, 3, 4, 5, 6],
    [6, 5, 4, 3, 2, 1],
    [0, 1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
    [7, 8, 9, 10, 11, 12],
  ] as const;
  const drawn = fc.array(fc.nat(LISTS.length - 1), { minLength: 1, maxLength: 6 });
  const check = answeredLike(() => ({}), 'the plain list');

  it('is accused only where three of its answers lie outside of all that the twin gave', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, drawn, async (own, twin) => {
        const one = caseOf({ sort: 'x' });
        let [looks, earlier, aged, nth]: [Look[], Look[], boolean, number] = [[], [], false, 0];
        const lookOnce = (): Look => {
          const at = (places: readonly number[]) => LISTS[places[nth % places.length] ?? 0] ?? [];
          const taken = look(ids(...at(own)), { like: [ids(...at(twin))] });
          nth += 1;
          return taken;
        };
        const first = check.judge(looksOf([lookOnce()]), one);
        if (first.kind !== 'broken') return;
        const result = await confirm(first, {
          counterexample: {},
          by: 'requests',
          before: 0,
          twinAnswers: () => 0,
          isFlaky: () => false,
          isRationed: false,
          ...noErrors,
          isAged: () => aged,
          look: (times) => {
            for (let left = times; left > 0; left -= 1) looks.push(lookOnce());
            return Promise.resolve(null);
          },
          judge: () => check.judge(looksOf(looks, { earlier, aged }), one),
          age: () => {
            [earlier, looks, aged] = [[...earlier, ...looks], [], true];
            return Promise.resolve(null);
          },
        });
        if (result.kind !== 'violated') return;
        const given = new Set([...earlier, ...looks].map(({ twins }) => twins['like']?.[0]?.response?.body));
        const outside = looks.filter(({ answers: [each] }) => !given.has(each?.response?.body));
        expect(outside.length).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });

  it('is never accused where both answer from the same two copies, by turns of their own', async () => {
    const copies = [LISTS[0], LISTS[2]] as const;
    const looks = Array.from({ length: 20 }, (_, nth) =>
      look(ids(...(copies[nth % 2] ?? [])), { like: [ids(...(copies[(nth + 1) % 2] ?? []))] }),
    );
    expect(check.judge(looksOf(looks), caseOf({ sort: 'x' }))).toMatchObject(HELD);
  });
});
