import type { Query } from '../client/request.ts';
import type { Ask, Looks, RuleCase } from '../model/case.ts';
import { type Broken, type Check, type Judgement, judgeBy, withTwins } from '../model/check.ts';
import { joinTwins, type Twin } from '../model/twins.ts';
import { judgeAlike, withQuery } from './alike.ts';

/** Returns the judgement that takes the place of a violation, or `null` if nothing explains it. */
type Explain = (violated: Broken, looks: Looks, one: RuleCase) => Judgement | null;

/**
 * Accuses a case only if nothing explains its answer: another rule that is broken, or a target that lacks something.
 * @param twins requests that show the explanation, beside those of the check
 */
export const unless = (check: Check, explain: Explain, twins: Check['twins'] = () => ({})): Check => ({
  ...check,
  twins: (one) => joinTwins([check.twins(one), twins(one)]),
  judge: (looks, one) => {
    const judgement = judgeBy(check, looks, one);
    return judgement.kind === 'broken' ? (explain(judgement, looks, one) ?? judgement) : judgement;
  },
});

/** A twin whose answer may explain a violation: a case that is answered like it is not accused. */
interface OtherTwin {
  readonly name: string;
  readonly queryOf: (query: Query) => Query;
  /** The stages at which it is asked. */
  readonly at: (ask: Ask) => Twin;
  /** Returns true for the cases that have it. */
  readonly isOf?: (one: RuleCase) => boolean;
  /** Returns what follows from an answer like it. */
  readonly explain: (query: Query) => Judgement;
}

/** Accuses a case only if its answer is unlike another twin too. */
export const unlessLike = (own: Check, { name, queryOf, at, isOf = () => true, explain }: OtherTwin): Check =>
  unless(
    own,
    (_violated, looks, one) => {
      if (!isOf(one)) return null;
      const query = queryOf(one.query);
      const beside = judgeAlike(withTwins(looks, [name]), one, query, name);
      if (beside.kind === 'held') return explain(query);
      return beside.kind === 'undecided' ? beside : null;
    },
    (one) => ({ [name]: isOf(one) ? at(withQuery(one, queryOf(one.query))) : 'none' }),
  );
