import type { Behaviour } from '../behaviour.ts';
import type { Draft, Issue } from '../world/issue.ts';

/** Changes what a creation asked for before it is stored. */
export function storeDraft(b: Behaviour, change: (draft: Draft) => Draft): Pick<Behaviour, 'store'> {
  return { store: (draft, repository, call) => b.store(change(draft), repository, call) };
}

/** Changes a new issue as soon as it is stored. */
export function storeAs(b: Behaviour, change: (issue: Issue) => Issue): Pick<Behaviour, 'store'> {
  return {
    store: async (draft, repository, call) => {
      const issue = await b.store(draft, repository, call);
      const changed = change(issue);
      repository.replace(issue, changed);
      return changed;
    },
  };
}
