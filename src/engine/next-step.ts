import { isServerError } from '../client/exchange.ts';
import type { Broken, Judgement } from '../model/check.ts';
import {
  ATTEMPTS_AT_MOST,
  ATTEMPTS_BESIDE_TWINS,
  ATTEMPTS_IF_RATIONED,
  ATTEMPTS_TO_RULE_OUT_CHANCE,
  ATTEMPTS_WITHOUT_SIGHTING,
  CHANCE_OF_ERRORS,
  CHANCE_TO_ACCUSE,
  CHANCE_TO_DOUBT,
  ISSUES_ADDED,
  SIGHTINGS_TO_ACCUSE,
} from '../model/tuning.ts';
import type { Violation, ViolationKind } from '../model/violation.ts';
import { chanceOfErrors, type Tally } from '../run/server-errors.ts';

/** True for kinds that the client has seen again before it tells of them, with nothing else in flight. */
export const isSeenOften = (kind: ViolationKind): boolean => kind === 'gone-away';

/** The cost of attempts to see something again, and what they show. */
interface Effort {
  /** Attempts that are added at a time. */
  readonly added: number;
  /** Attempts after which the disagreement is given up. */
  readonly atMost: number;
  /** The same, if it was seen often enough, and twins might have met it by chance. */
  readonly besideTwins?: number;
}

/** Ways to see a disagreement again. */
export const EFFORTS = {
  /** Requests: the case and its twins. */
  requests: {
    added: SIGHTINGS_TO_ACCUSE,
    atMost: ATTEMPTS_AT_MOST,
    besideTwins: ATTEMPTS_BESIDE_TWINS,
  },
  /** Creations, each of which leaves up to sixteen issues behind; their first attempt is no part of the confirmation. */
  creations: { added: 1, atMost: SIGHTINGS_TO_ACCUSE - 1 },
  /** Single issues, of which a service may lose one of five. */
  issues: { added: ISSUES_ADDED, atMost: SIGHTINGS_TO_ACCUSE * ISSUES_ADDED },
  /** Numbers of records before and after. */
  numbers: { added: 1, atMost: ATTEMPTS_TO_RULE_OUT_CHANCE },
} as const satisfies Readonly<Record<string, Effort>>;

/** The state of a confirmation. */
export interface Evidence {
  /** The first attempt, made beside other requests. */
  readonly first: Broken;
  /** The judgement of all attempts since then. Attempts from before the list was given its time are left out. */
  readonly judgement: Judgement;
  /** The number of these attempts, and of those before the confirmation. */
  readonly looks: number;
  /** Attempts before the confirmation that showed it with nothing else in flight. */
  readonly before: number;
  readonly by: keyof typeof EFFORTS;
  /** True if LISTED_WITHIN_MS has passed since the first attempt. */
  readonly aged: boolean;
  /** The probability that chance showed the violation in the case alone, and never in its twins. */
  readonly chance: number;
  /** True if the service was seen to answer one request in two ways. */
  readonly isFlaky: boolean;
  /** True if requests are rationed, and no listing was seen to change. */
  readonly isRationed: boolean;
  /** The errors by chance, if the violation is a 5xx. */
  readonly errors: Errors | null;
}

/** The 5xx of a run, as far as they show if one of them came by chance. */
export interface Errors {
  /** True if other requests of the run get 5xx by chance. */
  readonly areElsewhere: boolean;
  /** Answers to the rule's own requests during confirmations, and to those that they are compared with. */
  readonly own: Tally;
  readonly others: Tally;
  /**
   * The probability that chance gave the rule's own requests so many in the run, beside all others of the same caller.
   */
  readonly chanceInRun: number;
  /** True if both were sent equally often, so that more attempts may tell them apart. */
  readonly isAskedBeside: boolean;
}

/** The next step of a confirmation. */
export type Step =
  | { readonly kind: 'look'; readonly times: number }
  /** To wait until age explains nothing any more. */
  | { readonly kind: 'age' }
  | {
      readonly kind: 'end';
      readonly as: 'violated' | 'held' | 'vacuous' | 'undecided' | 'slip' | 'moving' | 'chance' | 'erring';
    };

const end = (as: (Step & { kind: 'end' })['as']): Step => ({ kind: 'end', as });
const look = (times: number): Step => ({ kind: 'look', times });

/** A 5xx, or none where the rule's own requests were answered so before. */
export const isOfErrors = ({ kind, exchanges }: Violation): boolean => {
  const last = exchanges.at(-1);
  return kind === 'server-error' && last !== undefined && isServerError(last);
};

/**
 * Returns the next step to confirm a 5xx, which may come by chance. It breaks the rule in each of three cases: ten of ten
 * attempts get it; no other request gets any by chance, and most of ten attempts do, or three of three; the rule's own
 * requests get it more often than those that they are compared with.
 */
function nextOfErrors({ judgement, looks }: Evidence, errors: Errors): Step {
  const { areElsewhere, own, others, chanceInRun, isAskedBeside } = errors;
  const seen = judgement.kind === 'broken' ? judgement.seen : 0;
  if (looks < SIGHTINGS_TO_ACCUSE) return look(SIGHTINGS_TO_ACCUSE - looks);
  // A 5xx that a twin explains breaks another rule, however often it comes.
  if (judgement.kind === 'undecided' || judgement.kind === 'vacuous') return end(judgement.kind);
  if (!areElsewhere && seen === looks) return end('violated');
  if (chanceOfErrors(own, others) < CHANCE_OF_ERRORS) return end('erring');
  const isBeside = chanceInRun >= CHANCE_TO_DOUBT;
  if (areElsewhere && seen < looks && isBeside) return end('chance');
  if (looks < ATTEMPTS_TO_RULE_OUT_CHANCE) return look(ATTEMPTS_TO_RULE_OUT_CHANCE - looks);
  if (seen === looks || (!areElsewhere && 2 * seen > looks)) return end('violated');
  const atMost = isAskedBeside ? ATTEMPTS_BESIDE_TWINS : ATTEMPTS_AT_MOST;
  if (!isBeside && looks < atMost) return look(SIGHTINGS_TO_ACCUSE);
  return end(isBeside ? 'chance' : 'slip');
}

/**
 * Returns the next step to confirm a disagreement. Pure; read as a table, the first line that applies.
 *
 * | seen | next |
 * | --- | --- |
 * | the client has seen it again | a violation |
 * | at first, and age could explain it | give the list its time |
 * | explained by a twin, if requests are rationed | undecided, or it shows nothing |
 * | in fewer attempts than rule out chance; a flaky service takes more | try again |
 * | a bad moment, after ten attempts | a violation if it came back in more than half of them, else it held |
 * | three times, and age could explain it | try again up to ten or twenty attempts; undecided after that |
 * | three times, in every attempt or more often than chance explains | a violation |
 * | not again, and a bad moment or a changing list explains it | it held |
 * | seldom | try again, and give up at last |
 */
export function next(evidence: Evidence): Step {
  const { first, judgement, looks, before, by, aged, chance, isFlaky, isRationed } = evidence;
  const { added, atMost, besideTwins = atMost }: Effort = EFFORTS[by];
  const { kind } = first.violation;
  if (evidence.errors !== null && (judgement.kind !== 'broken' || isOfErrors(judgement.violation)))
    return nextOfErrors(evidence, evidence.errors);
  if (isSeenOften(kind) && by === 'requests') return end('violated');
  if (first.age && !aged) return { kind: 'age' };
  const isBroken = judgement.kind === 'broken';
  // One explanation by a twin is enough if requests are few.
  if (isRationed && looks > 0 && judgement.kind !== 'held' && !isBroken) return end(judgement.kind);
  const enough = isRationed ? ATTEMPTS_IF_RATIONED : ATTEMPTS_TO_RULE_OUT_CHANCE;
  const wanted = Math.min(
    Math.max(first.looks, isBroken ? judgement.looks : 0, isFlaky ? ATTEMPTS_TO_RULE_OUT_CHANCE : 0),
    enough,
    before + atMost,
  );
  if (looks < wanted) return look(isRationed ? 1 : wanted - looks);
  const more = (most = atMost): Step => (looks < before + most ? look(added) : end('slip'));
  if (isBroken) {
    // A violation in some attempts only may be chance, unless there are enough of them.
    const isSteady = judgement.seen === looks;
    // Bad moments come back too, but not most of the time.
    if (judgement.fleeting && looks >= enough) return end(2 * judgement.seen > looks ? 'violated' : 'held');
    if (judgement.seen >= SIGHTINGS_TO_ACCUSE) {
      const many =
        judgement.looks > SIGHTINGS_TO_ACCUSE ? 2 * ATTEMPTS_TO_RULE_OUT_CHANCE : ATTEMPTS_TO_RULE_OUT_CHANCE;
      const isNoChance = looks >= many && chance < CHANCE_TO_ACCUSE;
      if (!judgement.age) return isSteady || isNoChance ? end('violated') : more(besideTwins);
      return looks < many ? look(added) : end('moving');
    }
    return more();
  }
  if (judgement.kind !== 'held') return end(judgement.kind);
  if (first.fleeting || first.looks > SIGHTINGS_TO_ACCUSE || aged) return end('held');
  return more(Math.min(atMost, ATTEMPTS_WITHOUT_SIGHTING));
}
