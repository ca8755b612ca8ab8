import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { Reply, ServiceRequest } from '../../src/service/request.ts';

/** Selects the requests for which a change applies. */
export type Applies = (request: ServiceRequest, b: Behaviour) => boolean;

/** Decisions that the service makes by a function. */
type Decision = Exclude<keyof Behaviour, 'listChecks' | 'createChecks'>;
type Result<D extends Decision> = ReturnType<Behaviour[D]>;
type Given<D extends Decision> = Parameters<Behaviour[D]>;

/** Changes the result of one decision. `change` gets the usual result, and what it depends on. */
export const revise =
  <D extends Decision>(decision: D, change: (usual: Result<D>, ...given: Given<D>) => Result<D>): Change =>
  (b) => {
    const usual = b[decision] as unknown as (...given: Given<D>) => Result<D>;
    return { [decision]: (...given: Given<D>) => change(usual(...given), ...given) };
  };

/** Changes the result of one decision by what it remembers; each service begins with an empty memory. */
export const remembering =
  <Memory>(empty: () => Memory) =>
  <D extends Decision>(
    decision: D,
    change: (memory: Memory, usual: Result<D>, ...given: Given<D>) => Result<D>,
  ): Change =>
  (b) => {
    const memory = empty();
    return revise(decision, (usual, ...given: Given<D>) => change(memory, usual, ...given))(b);
  };

/** Applies changes one after the other; each replaces decisions of the service as those before it left them. */
export const combine =
  (...changes: readonly Change[]): Change =>
  (behaviour) => {
    let changed = behaviour;
    for (const change of changes) changed = Object.assign({}, changed, change(changed));
    return changed;
  };

type Selects = (request: ServiceRequest) => boolean;

/** Returns the request among the arguments of a decision: one of them is it, or has it. */
function requestOf(given: readonly unknown[]): ServiceRequest {
  for (const one of given) {
    if (typeof one !== 'object' || one === null) continue;
    if ('request' in one) return one.request as ServiceRequest;
    if ('ordinal' in one) return one as ServiceRequest;
  }
  throw new Error('This decision is given no request, so it cannot depend on one.');
}

export const onlyWhere =
  (applies: Applies) =>
  (change: Change): Change =>
  (b) => {
    const usual: Readonly<Record<string, unknown>> = { ...b };
    const changed = Object.entries(change(b)).flatMap(([decision, other]) => {
      if (other === usual[decision]) return [];
      const decide = (...given: readonly unknown[]) => {
        const chosen = applies(requestOf(given), b) ? other : usual[decision];
        return (chosen as (...given: readonly unknown[]) => unknown)(...given);
      };
      return [[decision, decide]];
    });
    return Object.fromEntries(changed) as Partial<Behaviour>;
  };

/** Decides once for each request, however often it is looked up. */
function onceEach(selects: Selects): Selects {
  const decided = new WeakMap<ServiceRequest, boolean>();
  return (request) => {
    const is = decided.get(request) ?? selects(request);
    decided.set(request, is);
    return is;
  };
}

/** Selects every `n`th of the requests for which `counts` is true. Counting instead of drawing makes runs repeatable. */
export function nthOf(n: number, counts: Selects): Selects {
  let count = 0;
  return onceEach((request) => {
    if (!counts(request)) return false;
    count += 1;
    return count % n === 0;
  });
}

export const beforeEach =
  (act: (request: ServiceRequest, b: Behaviour) => void | Promise<void>): Change =>
  (b) => ({
    around: (inner, request) => {
      const acting = act(request, b);
      return acting === undefined ? b.around(inner, request) : acting.then(() => b.around(inner, request));
    },
  });

/** Handles every `n`th request in another way. The next one, such as a retry, is handled as usual. */
export const everyNth =
  (
    n: number,
    handle: (inner: () => Promise<Reply>, request: ServiceRequest) => Reply | Promise<Reply>,
  ): Change =>
  (b) => ({
    around: async (inner, request) =>
      request.ordinal % n === 0 ? handle(() => b.around(inner, request), request) : b.around(inner, request),
  });

/** Selects requests to one of several machines. It hashes the ordinal, so that no pattern keeps step with it. */
export const atOneOf =
  (machines: number) =>
  ({ ordinal }: ServiceRequest): boolean => {
    const mixed = Math.imul(ordinal ^ (ordinal >>> 3), 0x9e3779b1);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % machines === 0;
  };

/** Selects requests to the second of two machines, by a hash too. */
export const isSecond: Selects = ({ ordinal }) => Math.imul(ordinal, 0x9e3779b1) >>> 31 === 1;

/** Changes behaviour for the requests that are selected as they arrive; `selecting` is called once for each service. */
export const onArrival =
  (selecting: (b: Behaviour) => Selects) =>
  (change: Change): Change =>
  (b) => {
    const isSelected = onceEach(selecting(b));
    return combine(
      onlyWhere(isSelected)(change),
      beforeEach((request) => void isSelected(request)),
    )(b);
  };

/** Changes behaviour at every `n`th of the requests for which `counts` is true, counted as they arrive. */
export const atEvery = (n: number, counts: Applies) =>
  onArrival((b) => nthOf(n, (request) => counts(request, b)));

/** Changes behaviour after something happened some times; `counting` makes the change that counts it. */
const after =
  (times: number, counting: (count: () => void) => Change) =>
  (change: Change): Change =>
  (b) => {
    let happened = 0;
    const count = (): void => {
      happened += 1;
    };
    return combine(onlyWhere(() => happened >= times)(change), counting(count))(b);
  };

export const afterCreations = (creations: number) =>
  after(creations, (count) =>
    revise('createdAnswer', (answer) => {
      count();
      return answer;
    }),
  );

export const afterRefusal = after(1, (count) => revise('afterRefusedCreate', count));

/** Answers some requests without handling them, if `answer` returns an answer. */
export const answerInstead =
  (answer: (request: ServiceRequest, b: Behaviour) => Reply | undefined): Change =>
  (b) => ({
    around: async (inner, request) => answer(request, b) ?? b.around(inner, request),
  });

export const answerWith = (answer: Reply, applies: Applies = () => true): Change =>
  answerInstead((request, b) => (applies(request, b) ? answer : undefined));

export const late = (milliseconds: (request: ServiceRequest, b: Behaviour) => number): Change =>
  beforeEach((request, b) => {
    const wait = milliseconds(request, b);
    return wait > 0 ? request.pause(wait) : undefined;
  });

/** Refuses requests beyond a number within a time window. `applies` selects the requests that count. */
export const limitRate =
  (
    most: number,
    windowMs: number,
    tooMany: (freeAt: number, now: number) => Reply,
    applies: Selects = () => true,
  ): Change =>
  (b) => {
    let letIn: number[] = [];
    return answerInstead((request) => {
      if (!applies(request)) return undefined;
      const now = request.world.clock.date();
      letIn = letIn.filter((at) => at > now - windowMs);
      const [first = now] = letIn;
      if (letIn.length >= most) return tooMany(first + windowMs, now);
      letIn.push(now);
      return undefined;
    })(b);
  };
