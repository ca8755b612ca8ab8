import type { Exchange } from '../client/exchange.ts';
import { sameRepository } from '../client/test-bed.ts';
import { hindrance } from '../snapshot/listing.ts';
import type { RuleCase } from './case.ts';
import type { Heard } from './listings.ts';
import type { Looked } from './looking.ts';
import type { Free } from './rule.ts';
import { type Trial, withLess } from './trial.ts';
import { asksAt, byName } from './twins.ts';

/** Listings that other rules were given, as cases of a rule whose oracle is free of its case. */
export function heardBy(t: Trial, { of, oracle, judgesRefusals }: Free, own: readonly Looked[]): Looked[] {
  const known = new Set<Exchange>(own.flatMap(({ look }) => look.answers));
  return t.run.listings.heard
    .filter(
      (heard) =>
        (judgesRefusals === true
          ? hindrance(heard.exchange) === null
          : heard.exchange.response?.status === 200) &&
        !known.has(heard.exchange) &&
        of(heard),
    )
    .map((heard) => {
      const one = withSmaller(caseOf(heard, t), heard, { t, of });
      const given = asksAt(oracle.twins(one), 'look').map(({ name, ask: spec }) => ({
        name,
        answers: [(typeof spec === 'function' ? undefined : t.run.listings.lastAnswerTo(spec)) ?? []].flat(),
      }));
      return { one, look: { answers: [heard.exchange], twins: byName(given) } };
    });
}

/** A case of a heard listing, which may show the same with fewer parameters. */
const withSmaller = (
  one: RuleCase,
  heard: Heard,
  { t, of }: { readonly t: Trial; readonly of: Free['of'] },
): RuleCase => ({
  ...one,
  smaller: () =>
    withLess(one.query, Object.keys(one.query)).flatMap((query) => {
      const less = { ...heard, spec: { ...heard.spec, query } };
      return of(less) ? [caseOf(less, t)] : [];
    }),
});

const caseOf = ({ spec, caller }: Heard, t: Trial): RuleCase => ({
  depth: 'quick',
  shown: {
    ...(sameRepository(spec.repository, t.bed.repository) ? {} : spec.repository),
    ...spec.query,
    ...(caller === t.base ? {} : { asked: caller }),
  },
  caller,
  query: spec.query ?? {},
  asks: [spec],
});
