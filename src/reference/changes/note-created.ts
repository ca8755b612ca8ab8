import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../request.ts';
import type { Issue } from '../world/issue.ts';
import type { Repository } from '../world/repository.ts';

/** Tells of every issue that was stored. */
export function noteCreated(
  b: Behaviour,
  note: (issue: Issue, repository: Repository, call: Call) => void,
): Pick<Behaviour, 'store'> {
  return {
    store: async (draft, repository, call) => {
      const issue = await b.store(draft, repository, call);
      note(issue, repository, call);
      return issue;
    },
  };
}
