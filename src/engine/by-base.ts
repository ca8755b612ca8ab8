import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { keysIn } from './alike.ts';
import type { Look } from './case.ts';
import { pastAnswersOf, type Suspicion } from './looking.ts';
import { type CaseResult, resultOf } from './oracle.ts';
import type { Trial } from './trial.ts';
import { TWINS_BY_BASE, TWINS_BY_BASE_AT_ONCE, TWINS_BY_BASE_IN_MOTION } from './tuning.ts';

/** The twins of a case as the base caller asks for them, in the oracle's order; those that are made anew are left out. */
const baseTwins = (t: Trial, { one, whole }: Suspicion): (RequestSpec | null)[] =>
  whole
    .twins(one, 'look')
    .map((twin) => (twin === null || typeof twin === 'function' ? null : askedByBase(t, twin)));

const askedByBase = (t: Trial, spec: RequestSpec): RequestSpec => ({ ...spec, as: t.as(t.base) });

const nameOf = (spec: RequestSpec): string => JSON.stringify(spec);

/** Whether two answers hold the same issues, in whatever order. */
function haveSame(t: Trial, one: Exchange | undefined, other: Exchange | undefined): boolean {
  const [keys, others] = [one, other].map((answer) =>
    answer === undefined ? null : keysIn(answer, t.known),
  );
  if (keys === undefined || keys === null || keys.length !== others?.length) return false;
  const known = new Set(keys);
  return others.every((key) => known.has(key));
}

/**
 * Explains what strangers were shown in another order than their twin. Of what is asked without a credential there is
 * little; the base caller may ask for the same list more often, and where equals change places in it, they do so for
 * strangers.
 * @param moves whether the list was seen to move, by whatever cause
 * @returns what the cases that are explained say beside such answers
 * @throws {Stopped}
 */
export async function explainedByBase(
  t: Trial,
  suspicions: readonly Suspicion[],
  moves: boolean,
): Promise<ReadonlyMap<Suspicion, CaseResult>> {
  const explained = new Map<Suspicion, CaseResult>();
  const answers = new Map<string, Exchange[]>();
  const open = (): Suspicion[] => suspicions.filter((each) => !explained.has(each));
  const most = moves ? TWINS_BY_BASE_IN_MOTION : TWINS_BY_BASE;
  for (let asked = 0; asked < most && open().length > 0; asked += TWINS_BY_BASE_AT_ONCE) {
    const specs = new Map(
      open()
        .flatMap((each) => baseTwins(t, each).flatMap((spec) => spec ?? []))
        .map((spec) => [nameOf(spec), spec]),
    );
    await Promise.all(
      [...specs].flatMap(([name, spec]) =>
        Array.from({ length: TWINS_BY_BASE_AT_ONCE }, async () => {
          const answer = await t.send(() => spec, { confirming: true });
          answers.set(name, [...(answers.get(name) ?? []), answer]);
        }),
      ),
    );
    const breathe = t.run.breather();
    for (const each of open()) {
      await breathe();
      const judgement = besideBase(t, each, answers);
      if (judgement !== null) explained.set(each, judgement);
    }
  }
  return explained;
}

/** What a case says if the answers to the base caller are its twins' as well; `null` where they explain nothing. */
function besideBase(
  t: Trial,
  suspicion: Suspicion,
  answers: ReadonlyMap<string, readonly Exchange[]>,
): CaseResult | null {
  const { one, look, whole } = suspicion;
  const given = baseTwins(t, suspicion).map((spec) =>
    spec === null ? [] : (answers.get(nameOf(spec)) ?? []),
  );
  const isSameList = given.some((some, index) => some.some((each) => haveSame(t, each, look.twins[index])));
  if (!isSameList) return null;
  const rounds = Math.max(...given.map(({ length }) => length));
  const earlier = Array.from(
    { length: rounds },
    (_, round): Look => ({ answers: [], twins: given.map((some) => some[round]) }),
  );
  const past = pastAnswersOf(t, one, whole);
  const judgement = whole.judge(
    { looks: [look], earlier, aged: false, suspected: null, past, known: t.known },
    one,
  );
  return judgement.kind === 'held' ? resultOf(judgement) : null;
}
