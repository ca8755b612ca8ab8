import type { Answer } from '../../src/service/answer.ts';
import type { Behaviour } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';

/** What is decided for one request. An arrangement serves many, and so do the lists of checks. */
type PerRequest = Omit<Behaviour, 'arrange' | 'listChecks' | 'createChecks'>;

/** Decides otherwise for the requests that `applies` to, and as ever for all others. */
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
 * Every `n`th of the requests that `counts` holds for. They are counted and not drawn, so that a run can be repeated; one
 * request counts once, however often it is asked about.
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
 * Handles every `n`th request another way. It is counted and not drawn, so that a run can be repeated; the request that
 * comes next, a repetition for instance, is handled as ever.
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

/** Whether a request comes to the first of some machines, drawn by its number in a way that keeps step with nothing. */
export const atOneOf =
  (machines: number) =>
  ({ ordinal }: ServiceRequest): boolean => {
    const mixed = Math.imul(ordinal ^ (ordinal >>> 3), 0x9e3779b1);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % machines === 0;
  };

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

/** Takes so many milliseconds more for a request. */
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

/** Turns requests away, among those that it applies to, once so many were let in within a time, in milliseconds. */
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
