import type { Behaviour } from '../behaviour.ts';
import { onlyWhere } from './only-where.ts';

/** Decides otherwise once so many creations were accepted. */
export function afterCreations(
  b: Behaviour,
  creations: number,
  changed: Parameters<typeof onlyWhere>[2],
): Partial<Behaviour> {
  let accepted = 0;
  const after = onlyWhere(b, () => accepted >= creations, changed);
  return {
    ...after,
    createdAnswer: (issue, record, call) => {
      const answer = after.createdAnswer(issue, record, call);
      accepted += 1;
      return answer;
    },
  };
}

/** Decides otherwise once a creation was refused. */
export function afterRefusal(b: Behaviour, changed: Parameters<typeof onlyWhere>[2]): Partial<Behaviour> {
  let wasRefused = false;
  const after = onlyWhere(b, () => wasRefused, changed);
  return {
    ...after,
    afterRefusedCreate: (refusal, payload, call) => {
      after.afterRefusedCreate(refusal, payload, call);
      wasRefused = true;
    },
  };
}
