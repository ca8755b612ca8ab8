import fc from 'fast-check';
import type { RuleCase } from '../model/case.ts';
import type { Origin } from '../model/generated.ts';
import { DISAGREEMENTS_OF_A_SAMPLE, REQUESTS_TO_SHRINK } from '../model/tuning.ts';
import type { ViolationKind } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { confirmCase } from './confirm-case.ts';
import { CONFIRMING, judgeLooks, lookAt, type Suspicion, suspicionOf } from './looking.ts';
import type { Contested, Violated } from './rule-attempt.ts';

/** A case that breaks its rule like the one that was confirmed, and the value that it was made of. */
interface Smaller {
  readonly suspicion: Suspicion;
  readonly value?: unknown;
}

/** Kinds of one disagreement of two lists, which differ from case to case. */
const OF_ORDER: ReadonlySet<ViolationKind> = new Set(['wrong-order', 'wrong-results']);

const areAlike = (one: ViolationKind, other: ViolationKind): boolean =>
  one === other || (OF_ORDER.has(one) && OF_ORDER.has(other));

const nameOfCase = ({ query, caller, texts }: RuleCase): string => JSON.stringify([query, caller, texts]);

/** The search for the smallest case that breaks a rule as another one does: the plainest first, within a few requests. */
class Search {
  readonly #t: Trial;
  readonly #from: Suspicion;
  readonly #end: number;
  readonly #tried = new Set<string>();
  /** Smaller cases, each smaller than those before it. */
  readonly found: Smaller[] = [];
  /** True if something was not tried because it would have taken more requests. */
  ranOut = false;

  constructor(t: Trial, from: Suspicion) {
    this.#t = t;
    this.#from = from;
    this.#end = t.requests + REQUESTS_TO_SHRINK;
  }

  /** True if a case is broken in the same way; it is then the smallest one so far. @throws {Stopped} */
  async isBroken(one: RuleCase, value?: unknown): Promise<boolean> {
    // A case of a listing that was tried is not tried again.
    const name = nameOfCase(one);
    const isListing = one.texts === undefined && one.asks.every((ask) => typeof ask !== 'function');
    if (isListing && this.#tried.has(name)) return false;
    this.#tried.add(name);
    if (this.#t.requests >= this.#end) {
      this.ranOut = true;
      return false;
    }
    const { first, whole } = this.#from;
    const { look } = await lookAt(this.#t, { ...one, anew: true }, whole, CONFIRMING);
    // No requests without a credential may be left.
    this.ranOut ||= look.answers.some(({ fault }) => fault?.kind === 'withheld');
    const again = judgeLooks(this.#t, one, whole, [look]);
    if (again.kind !== 'broken' || !areAlike(again.violation.kind, first.violation.kind)) return false;
    this.found.push({
      suspicion: suspicionOf({ one, look }, again, whole),
      ...(value === undefined ? {} : { value }),
    });
    return true;
  }

  /** Looks for a smaller value than the one that a case was made of. @throws {Stopped} */
  async ofValue(origin: Origin): Promise<void> {
    const { parts, value, make } = origin;
    if (parts === undefined) return this.#byArbitrary(origin);
    const isBroken = (some: readonly unknown[]): Promise<boolean> => {
      const other = parts.from(some, value);
      return this.isBroken(make(other), other);
    };
    const all = parts.of(value);
    if (all.length === 0 || (await isBroken([]))) return;
    for (let some = all; some.length > 1; ) {
      const middle = Math.ceil(some.length / 2);
      const halves = [some.slice(0, middle), some.slice(middle)];
      const half = await this.#firstBroken(halves, isBroken);
      if (half === undefined) return;
      some = half;
    }
  }

  /** Leaves out parameters around a case. @throws {Stopped} */
  async ofSurroundings(one: RuleCase): Promise<void> {
    const value = this.found.at(-1)?.value ?? this.#from.one.origin?.value;
    const isBroken = (plainer: RuleCase): Promise<boolean> => this.isBroken(plainer, value);
    for (let next: RuleCase | undefined = one; next !== undefined; )
      next = await this.#firstBroken(next.smaller?.() ?? [], isBroken);
  }

  async #byArbitrary({ values, value, at, seed, make }: Origin): Promise<void> {
    const isBroken = (other: unknown): Promise<boolean> => this.isBroken(make(other), other);
    if (at !== null) {
      // The value itself, which comes first, was seen to break the rule.
      let isFirst = true;
      const holds = async (other: unknown): Promise<boolean> => {
        const isOwn = isFirst;
        isFirst = false;
        return !isOwn && !(await isBroken(other));
      };
      await fc.check(fc.asyncProperty(values, holds), { seed, path: String(at), numRuns: 1 });
      return;
    }
    if (!values.canShrinkWithoutContext(value)) return;
    for (let from: fc.Value<unknown> | undefined = new fc.Value(value, undefined); from !== undefined; ) {
      const smaller = values.shrink(from.value, from.context);
      from = await this.#firstBroken(smaller, (each) => isBroken(each.value));
    }
  }

  async #firstBroken<T>(some: Iterable<T>, isBroken: (one: T) => Promise<boolean>): Promise<T | undefined> {
    for (const one of some) {
      if (this.ranOut) return undefined;
      if (await isBroken(one)) return one;
    }
    return undefined;
  }
}

/** A violation whose case may not be the smallest. */
const cutShort = ({ kind, violation }: Violated): Violated => ({
  kind,
  violation: { ...violation, mayBeSmaller: true },
});

/**
 * Notes the smallest case that breaks the rule in the same way: made of a smaller value, or with less around it.
 * @throws {Stopped}
 */
export async function noteSmallest(
  { attempt: { t } }: Contested,
  suspicion: Suspicion,
  {
    result,
    note,
  }: { readonly result: Violated; readonly note: (smaller: Violated, value?: unknown) => void },
): Promise<void> {
  const search = new Search(t, suspicion);
  const { one } = suspicion;
  if (one.origin !== undefined) await search.ofValue(one.origin);
  await search.ofSurroundings(search.found.at(-1)?.suspicion.one ?? one);
  for (const { suspicion: smaller, value } of search.found.slice(-DISAGREEMENTS_OF_A_SAMPLE).toReversed()) {
    const confirmed = await confirmCase(t, smaller);
    if (confirmed.kind !== 'violated') continue;
    note(search.ranOut ? cutShort(confirmed) : confirmed, value);
    return;
  }
  if (search.ranOut || search.found.length > 0) note(cutShort(result), one.origin?.value);
}
