import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from '../behaviour.ts';
import { authorOf } from '../conforming/creating.ts';

/** Takes an issue in at once and lists it so many milliseconds later. */
export function listLater(milliseconds: () => number): Pick<Behaviour, 'store'> {
  return {
    store: (draft, repository, call) => {
      const issue = repository.prepare(draft, authorOf(call), call.request.world.now());
      const insertLater = async () => {
        await delay(milliseconds(), undefined, { ref: false });
        repository.insert(issue);
      };
      void insertLater();
      return issue;
    },
  };
}
