import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { keysIn } from './alike.ts';
import { breather } from './breather.ts';
import type { Look } from './case.ts';
import { judgeLooks, type Suspicion } from './looking.ts';
import { type CaseResult, resultOf } from './oracle.ts';
import type { Trial } from './trial.ts';
import { ATTEMPTS_TO_RULE_OUT_CHANCE, TWINS_BY_BASE_AT_ONCE, TWINS_BY_BASE_IN_MOTION } from './tuning.ts';
import { asksAt, byName } from './twins.ts';

/** The requests of twins as the base caller sends them; those that are made anew are left out. */
const baseTwins = (
  t: Trial,
  { one, whole }: Suspicion,
): { readonly name: string; readonly spec: RequestSpec }[] =>
  asksAt(whole.twins(one), 'look').flatMap(({ name, ask }) =>
    typeof ask === 'function' ? [] : [{ name, spec: askedByBase(t, ask) }],
  );

const askedByBase = (t: Trial, spec: RequestSpec): RequestSpec => ({ ...spec, as: t.as(t.base) });

const requestOf = (spec: RequestSpec): string => JSON.stringify(spec);

/** Whether two answers hold the same issues, in whatever order. */
function haveSame(t: Trial, one: Exchange, other: Exchange): boolean {
  const [keys, others] = [one, other].map((answer) => keysIn(answer, t.known));
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
  const most = moves ? TWINS_BY_BASE_IN_MOTION : ATTEMPTS_TO_RULE_OUT_CHANCE;
  for (let asked = 0; asked < most && open().length > 0; asked += TWINS_BY_BASE_AT_ONCE) {
    const specs = new Map(
      open()
        .flatMap((each) => baseTwins(t, each))
        .map(({ spec }) => [requestOf(spec), spec]),
    );
    await Promise.all(
      [...specs].flatMap(([request, spec]) =>
        Array.from({ length: TWINS_BY_BASE_AT_ONCE }, async () => {
          const answer = await t.send(() => spec, { confirming: true });
          answers.set(request, [...(answers.get(request) ?? []), answer]);
        }),
      ),
    );
    const breathe = breather(t.run);
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
  const given = baseTwins(t, suspicion).map(({ name, spec }) => ({
    name,
    answers: answers.get(requestOf(spec)) ?? [],
  }));
  const isSameList = given.some(({ name, answers: some }) =>
    some.some((each) => look.twins[name]?.some((twin) => haveSame(t, each, twin))),
  );
  if (!isSameList) return null;
  const rounds = Math.max(...given.map(({ answers: { length } }) => length));
  const earlier = Array.from(
    { length: rounds },
    (_, round): Look => ({
      answers: [],
      twins: byName(
        given.map(({ name, answers: some }) => ({ name, answers: some.slice(round, round + 1) })),
      ),
    }),
  );
  const judgement = judgeLooks(t, one, whole, [look], { earlier });
  return judgement.kind === 'held' ? resultOf(judgement) : null;
}
