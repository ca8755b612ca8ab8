import { authorOf } from '../conforming/creating.ts';
import type { Call } from '../request.ts';
import type { Draft, Issue } from '../world/issue.ts';
import type { Repository } from '../world/repository.ts';

/** An issue as it would be answered, stored nowhere. */
export function prepareOnly(draft: Draft, repository: Repository, call: Call): Issue {
  return repository.prepare(draft, authorOf(call), call.request.world.now());
}
