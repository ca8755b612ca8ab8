import { expect, it } from 'vitest';
import type { Case } from '../../src/context/rule.ts';
import { holds, violated } from '../../src/model/finding.ts';
import { sendInOrder } from '../../src/model/planned-request.ts';
import { cases, jsonAnswer, onCases, some, tryOn } from './trying.ts';

it('an error is confirmed, however many differences of contents wait for lists to settle', async () => {
  let waiting = 6;
  // Differs at first, as a stale list does.
  const differsOnce: Pick<Case, 'check'> = {
    check: ({ answers }) => {
      waiting -= 1;
      return waiting < 0
        ? holds(answers)
        : violated('wrong-results', { expected: 'the same results', actual: 'others', answers });
    },
  };
  const rule = some(1, {
    // The failing request has more parameters, so it is looked at last.
    cases: (run) => [
      ...cases(6, 'state', differsOnce)(run),
      ...cases(1, 'q', {
        script: sendInOrder(run.list(run.primaryCaller, { q: '0', page: '1', per_page: '5' })),
      })(run),
    ],
  });
  const { ends } = await tryOn(
    onCases(() => jsonAnswer(500)),
    [rule],
  );
  expect(ends[rule.id]).toBe('fail');
});
