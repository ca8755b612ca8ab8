import { describeExchange, type Exchange, isRefusal, isServerError, isSuccess } from '../client/exchange.ts';
import type { Credential, RepositoryName } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import { hindered, judgeStatus, lookShows, telling } from '../engine/answers.ts';
import type { Look, RuleCase } from '../engine/case.ts';
import { blaming } from '../engine/causes.ts';
import { broken, type Judgement, type Oracle, undecided, unshown } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { asked, type Twin, type TwinAnswers, type Twins, toConfirm } from '../engine/twins.ts';
import { type Submission, validCreation, validPayload, writerOf } from './writer.ts';

/** How one creation is made a case. */
export interface CreationCase {
  readonly shown: Readonly<Record<string, unknown>>;
  readonly by?: Caller;
  /** A credential that must be refused. */
  readonly invalid?: Credential;
  readonly repository?: RepositoryName;
  readonly payload?: Submission['payload'];
  readonly words?: string;
  /** Whether it is a valid creation. */
  readonly valid?: true;
  /** The statuses that are right, where they differ from case to case. */
  readonly statuses?: readonly number[];
  /** What is sent and answered before it. */
  readonly before?: readonly Submission[];
  /** Whether no other valid creation is in flight meanwhile; or nothing else at all. */
  readonly singly?: boolean;
  readonly alone?: boolean;
  /** The answer of somebody else who has sent the same already: for the first look. */
  readonly shared?: () => Promise<Exchange>;
}

/** A creation as a case: with TOKEN, in the repository that is written to, with a valid payload, where not said otherwise. */
export function creationCase(t: Trial, one: CreationCase): RuleCase {
  const {
    shown,
    by = 'member',
    invalid,
    repository = t.bed.written,
    payload = validPayload,
    words,
    valid,
    statuses,
  } = one;
  const { before = [], shared, singly, alone } = one;
  const own: Submission = {
    repository,
    as: invalid ?? t.as(by),
    payload,
    ...(words === undefined ? {} : { words }),
    ...(valid === undefined ? {} : { valid }),
  };
  const writer = writerOf(t);
  return {
    depth: 'quick',
    shown,
    caller: invalid === undefined ? by : 'anonymous',
    ...(invalid === undefined ? {} : { invalid }),
    query: {},
    asks: [...before, own].map((submission) => writer.request(submission)),
    inTurn: before.length > 0,
    oneByOne: singly === true,
    undisturbed: alone === true,
    ...(statuses === undefined ? {} : { statuses }),
    ...(shared === undefined ? {} : { shared: async () => [await shared()] }),
  };
}

/** A valid creation, where creations are allowed: what it is answered tells whether it is the payload, or the name, that a service minds. */
const validTwin = (t: Trial, one: RuleCase): Twin | 'none' =>
  t.run.settings.writes === 'all' && one.caller === 'member'
    ? toConfirm(writerOf(t).request(validCreation(t)))
    : 'none';

const statusesOf = (answers: readonly Exchange[]): Set<string> => new Set(answers.map(describeExchange));

/**
 * A creation that must be refused with a status. An invalid credential that creates something breaks the rule at once.
 * Where valid creations are refused alike, another rule is broken.
 */
export function refusedWith(t: Trial, status: number, why: string): Oracle {
  return {
    says: `${status} ${why}, unless a valid creation is answered alike`,
    twins: (one) => ({ valid: validTwin(t, one) }),
    judge: ({ looks }, one) => {
      const right = one.statuses ?? [status];
      const expected = `${right.join(' or ')} ${why}`;
      const stored = letIn(looks, one, expected);
      if (stored !== null) return stored;
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

/** Whether valid creations are answered as a case is; with 5xx, which may come by chance, all of them have to be. */
function isRefusedLikeTwins(look: Look, looks: readonly Look[]): boolean {
  const answer = telling(look);
  if (answer === undefined || isSuccess(answer)) return false;
  const twins = asked(look.twins);
  const areAlike = statusesOf(twins).has(describeExchange(answer));
  return (
    areAlike && (!isServerError(answer) || looks.every((each) => asked(each.twins).every(isServerError)))
  );
}

/** Statuses by which a service refuses whoever asks, whatever is asked. */
const OF_CALLERS: ReadonlySet<number> = new Set([401, 403]);

/** Whether valid creations were refused as a case is, anywhere in the run: by turns, it is neither for the payload nor for the repository. */
function isRefusedByTurns(t: Trial, looks: readonly Look[], { invalid }: RuleCase): boolean {
  if (invalid !== undefined) return false;
  const refused = new Set(
    looks.flatMap((look) => telling(look)?.response?.status ?? []).filter((status) => OF_CALLERS.has(status)),
  );
  return writerOf(t).sent.some(
    ({ isValid, exchange }) => isValid && refused.has(exchange.response?.status ?? 0),
  );
}

/** An invalid credential with which something was created; once is enough. */
function letIn(looks: readonly Look[], { invalid }: RuleCase, expected: string): Judgement | null {
  if (invalid === undefined) return null;
  for (const look of looks) {
    const answer = telling(look);
    if (answer === undefined || !isSuccess(answer)) continue;
    return broken(
      { kind: 'stored', expected, actual: describeExchange(answer), ...lookShows(look, 'context') },
      1,
    );
  }
  return null;
}

/**
 * A valid creation, which must be accepted with some 2xx.
 * @param isPlain whether a service must take what it says; else it may refuse it with a 4xx
 * @param blamesSlips whether that is asked of a refusal too that comes intermittently
 * @param blame what follows where a twin shows that the refusal breaks another rule, or none
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
}): Oracle<T> {
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
      // What is refused intermittently is not refused for what it says.
      const isSteady = judgement.seen === looks.length;
      for (const look of isSteady || blamesSlips ? looks : []) {
        const instead = blame(judgement.violation.actual, look.twins, look);
        if (instead !== null) return instead;
      }
      return judgement;
    },
  };
}
