import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Listing } from '../listing.ts';
import type { ServiceRequest } from '../request.ts';
import { identify } from './identify.ts';
import { firstRefusal, refuse } from './refuse.ts';

/** Section 4.1. */
export function list(behaviour: Behaviour, request: ServiceRequest): Answer {
  const call = identify(behaviour, request);
  const refusal = firstRefusal(behaviour, behaviour.listChecks, call, undefined);
  if (refusal !== undefined) return refuse(behaviour, refusal, request);
  // Only a fault lets a request through that means no repository.
  if (call.repository === undefined) return behaviour.refusalAnswer('repository-unknown', 500, request);

  const { query } = request;
  const listing: Listing = {
    ...call,
    repository: call.repository,
    state: behaviour.stateFilter(query('state'), request),
    order: behaviour.order(query('sort'), query('direction'), request),
    window: {
      size: behaviour.pageSize(query('per_page'), request),
      page: behaviour.pageNumber(query('page'), request),
    },
  };
  const { repository, state, order } = listing;
  const arranged = repository.arranged(
    `${state} ${order.key} ${order.direction}`,
    (issues) => behaviour.arrange(issues, state, order),
    behaviour.arrange,
  );
  const records = behaviour
    .cut(arranged, listing.window, listing)
    .map((issue, index) => behaviour.renderRecord(issue, { index, listing }, request));
  return behaviour.listAnswer(records, arranged.length, listing);
}
