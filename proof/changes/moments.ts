import type { Answer } from '../../src/service/answer.ts';
import type { Behaviour } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';

/** Behaviour that is decided for each request. `arrange` and the lists of checks serve several requests. */
type PerRequest = Omit<Behaviour, 'arrange' | 'listChecks' | 'createChecks'>;

/** Changes behaviour for the requests that `applies` selects. */
export function onlyWhere(
  b: Behaviour,
  applies: (request: ServiceRequest) => boolean,
  changed: Partial<PerRequest>,
): PerRequest {
  const other: PerRequest = { ...b, ...changed };
  const by = (request: ServiceRequest): PerRequest => (applies(request) ? other : b);
  return {
    authenticate: (authorization, request) => by(request).authenticate(authorization, request),
    findRepository: (owner, repo, request) => by(request).findRepository(owner, repo, request),
    mayUse: (caller, repository, request) => by(request).mayUse(caller, repository, request),
    refuseCredential: (call) => by(call.request).refuseCredential(call),
    refuseRepository: (call, mayUse) => by(call.request).refuseRepository(call, mayUse),
    refuseQuery: (call) => by(call.request).refuseQuery(call),
    refusePayload: (payload, call) => by(call.request).refusePayload(payload, call),
    refusalStatus: (refusal, request) => by(request).refusalStatus(refusal, request),
    refusalAnswer: (refusal, status, request) => by(request).refusalAnswer(refusal, status, request),
    pageSize: (raw, request) => by(request).pageSize(raw, request),
    pageNumber: (raw, request) => by(request).pageNumber(raw, request),
    stateFilter: (raw, request) => by(request).stateFilter(raw, request),
    order: (sort, direction, request) => by(request).order(sort, direction, request),
    cut: (arranged, window, listing) => by(listing.request).cut(arranged, window, listing),
    renderRecord: (issue, place, request) => by(request).renderRecord(issue, place, request),
    listAnswer: (records, total, listing) => by(listing.request).listAnswer(records, total, listing),
    readPayload: (text, request) => by(request).readPayload(text, request),
    store: (draft, repository, call) => by(call.request).store(draft, repository, call),
    createdAnswer: (issue, record, call) => by(call.request).createdAnswer(issue, record, call),
    afterRefusedCreate: (refusal, payload, call) =>
      by(call.request).afterRefusedCreate(refusal, payload, call),
    around: (inner, request) => by(request).around(inner, request),
  };
}

/**
 * Selects every `n`th of the requests for which `counts` is true. Counting instead of drawing makes runs
 * repeatable. A request counts once, however often it is looked up.
 */
export function nthOf(
  n: number,
  counts: (request: ServiceRequest) => boolean,
): (request: ServiceRequest) => boolean {
  const isNth = new WeakMap<ServiceRequest, boolean>();
  let count = 0;
  return (request) => {
    const known = isNth.get(request);
    if (known !== undefined) return known;
    const counted = counts(request);
    if (counted) count += 1;
    const answer = counted && count % n === 0;
    isNth.set(request, answer);
    return answer;
  };
}

/**
 * Handles every `n`th request in another way. Counting instead of drawing makes runs repeatable. The next
 * request, such as a retry, is handled as usual.
 */
export function everyNth(
  b: Behaviour,
  n: number,
  handle: (inner: () => Promise<Answer>, request: ServiceRequest) => Answer | Promise<Answer>,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) =>
      request.ordinal % n === 0 ? handle(() => b.around(inner, request), request) : b.around(inner, request),
  };
}

/** Selects requests to one of several machines. It hashes the ordinal, so that no pattern keeps step with it. */
export const atOneOf =
  (machines: number) =>
  ({ ordinal }: ServiceRequest): boolean => {
    const mixed = Math.imul(ordinal ^ (ordinal >>> 3), 0x9e3779b1);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % machines === 0;
  };

/** Changes behaviour after a number of accepted creations. */
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

/** Changes behaviour after the first refused creation. */
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

/** Delays requests by some milliseconds. */
export function late(
  b: Behaviour,
  milliseconds: (request: ServiceRequest) => number,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) => {
      const wait = milliseconds(request);
      if (wait > 0) await request.pause(wait);
      return b.around(inner, request);
    },
  };
}

/** Refuses requests beyond a number within a time window. `applies` selects the requests that count. */
export function limitRate(
  b: Behaviour,
  most: number,
  windowMs: number,
  tooMany: (freeAt: number, now: number) => Answer,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'around'> {
  let letIn: number[] = [];
  return {
    around: async (inner, request) => {
      if (!applies(request)) return b.around(inner, request);
      const now = request.world.clock.date();
      letIn = letIn.filter((at) => at > now - windowMs);
      const [first = now] = letIn;
      if (letIn.length >= most) return tooMany(first + windowMs, now);
      letIn.push(now);
      return b.around(inner, request);
    },
  };
}
