import { hindered, judgeStatus, telling } from '../checks/answers.ts';
import { describeExchange, type Exchange, isRefusal, isServerError, isSuccess } from '../client/exchange.ts';
import type { Credential } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import type { Look, RuleCase } from '../model/case.ts';
import { blaming } from '../model/causes.ts';
import { type Check, type Judgement, undecided, unshown } from '../model/check.ts';
import { asked, type Twin, type TwinAnswers, type Twins, toConfirm } from '../model/twins.ts';
import type { Trial } from '../run/trial.ts';
import { type Submission, validCreation, validPayload, writerOf } from './writer.ts';

/** A creation as a case, and how it differs from a valid payload in the repository that is written to. */
export interface CreationCase extends Partial<Omit<Submission, 'as'>> {
  readonly shown: Readonly<Record<string, unknown>>;
  readonly by?: Caller;
  /** A credential that must be refused. */
  readonly invalid?: Credential;
  /** The statuses that are right, if they differ from case to case. */
  readonly statuses?: readonly number[];
  /** Creations that are sent and answered before it. */
  readonly before?: readonly Submission[];
  /** True if no other valid creation is in flight meanwhile. */
  readonly singly?: boolean;
  /** True if nothing else is in flight meanwhile. */
  readonly alone?: boolean;
  /** Gets the answer of a rule that has sent the same already, for the first look. */
  readonly shared?: () => Promise<Exchange>;
}

/** Makes a creation a case, with TOKEN unless another caller or credential is given. */
export function creationCase(
  t: Trial,
  {
    shown,
    by = 'member',
    invalid,
    statuses,
    before = [],
    singly = false,
    alone = false,
    shared,
    ...submission
  }: CreationCase,
): RuleCase {
  const writer = writerOf(t);
  const own: Submission = {
    repository: t.bed.written,
    payload: validPayload,
    ...submission,
    as: invalid ?? t.as(by),
    ...(invalid === undefined && by === 'member' ? {} : { refusedBy: t.rule.id }),
  };
  return {
    depth: 'quick',
    shown,
    caller: invalid === undefined ? by : 'anonymous',
    ...(invalid === undefined ? {} : { invalid }),
    query: {},
    asks: [...before, own].map((each) => writer.request(each)),
    inTurn: before.length > 0,
    oneByOne: singly,
    undisturbed: alone,
    ...(statuses === undefined ? {} : { statuses }),
    ...(shared === undefined ? {} : { shared: async () => [await shared()] }),
  };
}

/** Returns a valid creation, if one is allowed: its answer shows if the service minds the payload, or the name. */
const validTwin = (t: Trial, one: RuleCase): Twin | 'none' =>
  t.run.settings.writes === 'all' && one.caller === 'member'
    ? toConfirm(writerOf(t).request(validCreation(t)))
    : 'none';

const statusesOf = (answers: readonly Exchange[]): Set<string> => new Set(answers.map(describeExchange));

/** Expects a creation to be refused with a status. If valid creations are refused alike, another rule is broken. */
export function refusedWith(t: Trial, status: number, why: string): Check {
  return {
    says: `${status} ${why}, unless a valid creation is answered alike`,
    twins: (one) => ({ valid: validTwin(t, one) }),
    judge: ({ looks }, one) => {
      const right = one.statuses ?? [status];
      const expected = `${right.join(' or ')} ${why}`;
      const judgement = judgeStatus(looks, one, expected, (each) => right.includes(each));
      const isAlike =
        judgement.kind === 'broken' &&
        (looks.some((look) => isRefusedLikeTwins(look, looks)) || isRefusedByTurns(t, looks, one));
      return judgement.kind === 'broken' && isAlike
        ? undecided(
            blaming(
              ['create.accepted'],
              `Valid creations are answered ${judgement.violation.actual} too, so nothing follows from that here.`,
            ),
          )
        : judgement;
    },
  };
}

/** True if valid creations are answered like a case: all of them, if it is a 5xx, which may come by chance. */
function isRefusedLikeTwins(look: Look, looks: readonly Look[]): boolean {
  const answer = telling(look);
  if (answer === undefined || isSuccess(answer)) return false;
  const twins = asked(look.twins);
  const areAlike = statusesOf(twins).has(describeExchange(answer));
  return (
    areAlike && (!isServerError(answer) || looks.every((each) => asked(each.twins).every(isServerError)))
  );
}

/** Statuses that refuse a caller, whatever the payload. */
const OF_CALLERS: ReadonlySet<number> = new Set([401, 403]);

/** True if a valid creation of the run was refused like a case: a service that refuses by turns minds no payload. */
function isRefusedByTurns(t: Trial, looks: readonly Look[], { invalid }: RuleCase): boolean {
  if (invalid !== undefined) return false;
  const refused = new Set(
    looks.flatMap((look) => telling(look)?.response?.status ?? []).filter((status) => OF_CALLERS.has(status)),
  );
  return writerOf(t).sent.some(
    ({ isValid, exchange }) => isValid && refused.has(exchange.response?.status ?? 0),
  );
}

/**
 * Expects a valid creation to be accepted with some 2xx.
 * @param isPlain tells if a service must take its texts; others it may refuse with a 4xx
 * @param blamesSlips true if `blame` is asked about intermittent refusals too
 * @param blame finds what follows if a twin shows that the refusal breaks another rule, or none
 */
export function acceptedWith2xx<T extends string>({
  says,
  isPlain,
  twins,
  blamesSlips = false,
  blame,
}: {
  says: string;
  isPlain: (one: RuleCase) => boolean;
  twins: (one: RuleCase) => Twins<T>;
  blamesSlips?: boolean;
  blame: (status: string, twins: TwinAnswers<T>, look: Look<T>) => Judgement | null;
}): Check<T> {
  return {
    says,
    twins,
    judge: ({ looks }, one) => {
      const doubt = hindered(looks);
      if (doubt !== null) return undecided(doubt);
      const answers = looks.flatMap((look) => telling(look) ?? []);
      if (!isPlain(one) && answers.some(isRefusal))
        return unshown('a service that takes titles and bodies with unusual characters');
      const judgement = judgeStatus(
        looks,
        one,
        'some 2xx for a valid creation with a valid token',
        (status) => status >= 200 && status < 300,
      );
      if (judgement.kind !== 'broken') return judgement;
      // An intermittent refusal is not one of the texts.
      const isSteady = judgement.seen === looks.length;
      for (const look of isSteady || blamesSlips ? looks : []) {
        const instead = blame(judgement.violation.actual, look.twins, look);
        if (instead !== null) return instead;
      }
      return judgement;
    },
  };
}
