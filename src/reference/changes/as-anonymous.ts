import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';
import type { Issue } from '../world/issue.ts';

export function isAnonymous(b: Behaviour, request: ServiceRequest): boolean {
  return b.authenticate(request.header('authorization'), request).kind === 'anonymous';
}

// No value of `state` ends like this.
const HIDING = '\n';

/** Hides issues from those who send no credential. */
export function hideFromAnonymous(
  b: Behaviour,
  hides: (issue: Issue) => boolean,
): Pick<Behaviour, 'stateFilter' | 'arrange'> {
  return {
    stateFilter: (raw, request) => {
      const state = b.stateFilter(raw, request);
      return isAnonymous(b, request) ? `${state}${HIDING}` : state;
    },
    arrange: (issues, state, order) =>
      state.endsWith(HIDING)
        ? b.arrange(
            issues.filter((issue) => !hides(issue)),
            state.slice(0, -HIDING.length),
            order,
          )
        : b.arrange(issues, state, order),
  };
}
