import type { Behaviour } from '../behaviour.ts';
import { authorOf } from '../conforming/creating.ts';

/** Takes an issue in at once and lists it so many milliseconds later. */
export function listLater(milliseconds: (now: number) => number): Pick<Behaviour, 'store'> {
  return {
    store: (draft, repository, call) => {
      const { world } = call.request;
      const issue = repository.prepare(draft, authorOf(call), world.now());
      const insertLater = async () => {
        await world.clock.sleep(milliseconds(world.clock.date()));
        repository.insert(issue);
      };
      void insertLater();
      return issue;
    },
  };
}
