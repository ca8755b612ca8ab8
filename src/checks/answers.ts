import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, type Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { type Look, type Looks, type RuleCase, specOf } from '../model/case.ts';
import { ALL_ALIKE, broken, type Check, held, type Judgement, refused, undecided } from '../model/check.ts';
import { always, asked } from '../model/twins.ts';
import { type Shows, shows, type ViolationKind } from '../model/violation.ts';
import { hindrance, type Listing, listingOf } from '../snapshot/listing.ts';

/** Statuses of proxies between the run and the service, which say little of the service itself. */
const OF_A_MOMENT: ReadonlySet<number> = new Set([502, 503, 504]);

/** Returns the last request of a case, which is the one that is judged. @throws {RangeError} if the case asks nothing */
export function lastOf({ asks }: RuleCase): RequestSpec {
  const ask = asks.at(-1);
  if (ask === undefined) throw new RangeError('a case asks something');
  return specOf(ask);
}

/** The answer that a case is judged by. */
export const telling = ({ answers }: Look): Exchange | undefined => answers.at(-1);

/** Returns what an attempt shows. Requests before the last one are context, and the case is compared with its twins. */
export function lookShows(look: Look, as: 'twins' | 'context', twins = asked(look.twins)): Shows {
  const before = look.answers.slice(0, -1);
  return as === 'twins'
    ? shows({ context: before, twins, answers: look.answers.slice(-1) })
    : shows({ context: [...twins, ...before], answers: look.answers.slice(-1) });
}

/** Returns why nothing follows from any of the attempts, or `null` if something follows from one. */
function whyOfAll(looks: readonly Look[], why: (answer: Exchange) => Doubt | null): Doubt | null {
  const doubts = looks.map(({ answers, twins }) => {
    const found = [...answers, ...asked(twins)].map(why).find((doubt) => doubt !== null);
    return found ?? null;
  });
  return doubts.includes(null) ? null : (doubts[0] ?? because('unclear', 'Nothing was asked.'));
}

/** Returns why no attempt says anything of the service, or `null`. */
export const hindered = (looks: readonly Look[]): Doubt | null => whyOfAll(looks, hindrance);

/** Returns why the results of an answer are unknown, if the service is not to blame, or `null`. */
function whyUnread(answer: Exchange): Doubt | null {
  const listing = listingOf(answer);
  return listing.kind === 'unknown' ? listing : null;
}

/** As {@link hindered}, for comparisons of results: answers that are too large to read show nothing either. */
export const incomparable = (looks: readonly Look[]): Doubt | null => whyOfAll(looks, whyUnread);

/** Returns what comparing the results of some attempts comes to if nothing can follow from it, or `null`. */
export function notCompared({ looks, known }: Looks): Judgement | null {
  const doubt = incomparable(looks);
  if (doubt !== null) return undecided(doubt);
  return known.isDistinct ? null : ALL_ALIKE;
}

/** True if a bad moment explains an answer, unless it comes again. */
export const isFleeting = ({ response, fault }: Exchange): boolean =>
  (fault !== null && fault.kind !== 'gone') || OF_A_MOMENT.has(response?.status ?? 0);

/** Returns the kind of violation that a status is. */
export function kindOfStatus({ response, fault }: Exchange): ViolationKind {
  if (fault?.kind === 'gone') return 'gone-away';
  return fault !== null || (response?.status ?? 500) >= 500 ? 'server-error' : 'status';
}

/** Answers whose credential may have locked the caller out: that the service goes away then says nothing of the rule. */
const isLockOut = ({ fault }: Exchange, { invalid }: RuleCase): boolean =>
  fault?.kind === 'gone' && invalid !== undefined;

/**
 * Judges the last answer of each attempt by its status.
 * @param isRight true for a status that is right
 * @param twinsAs `twins` if the case must agree with them, `context` if they only show other answers
 */
export function judgeStatus(
  looks: readonly Look[],
  one: RuleCase,
  expected: string,
  isRight: (status: number) => boolean,
  twinsAs: 'twins' | 'context' = 'context',
): Judgement {
  const doubt = hindered(looks);
  if (doubt !== null) return undecided(doubt);
  const judged = looks.flatMap((look) => {
    const answer = telling(look);
    return answer === undefined || hindrance(answer) !== null ? [] : [{ look, answer }];
  });
  const wrong = judged.filter(
    ({ answer }) => answer.fault !== null || !isRight(answer.response?.status ?? 0),
  );
  const last = wrong.at(-1);
  if (last === undefined) return held(judged.map(({ answer }) => answer));
  if (isLockOut(last.answer, one))
    return undecided(
      because(
        'unanswered',
        'The service stopped answering after an invalid credential, as one does that locks callers out; run again later.',
      ),
    );
  const { answer, look } = last;
  return broken(
    {
      kind: kindOfStatus(answer),
      expected,
      actual: describeExchange(answer),
      ...lookShows(look, twinsAs),
    },
    wrong.length,
    { fleeting: isFleeting(answer) },
  );
}

/** Returns the last answer of an attempt as a listing, or `null`. */
export const listed = (look: Look): Listing | null => {
  const answer = telling(look);
  return answer === undefined ? null : listingOf(answer);
};

/** Returns what was answered instead of a listing with 200, or `null`. */
const refusal = (exchange: Exchange): string | null => {
  const listing = listingOf(exchange);
  return listing.kind === 'status' || listing.kind === 'trouble' ? listing.seen : null;
};

/** True if a twin was refused as the case was, now or at any time of the run. */
export function isRefusedAlike({ looks, earlier, past }: Looks): boolean {
  const ofTwins = [...asked(past), ...[...earlier, ...looks].flatMap(({ twins }) => asked(twins))];
  const alike = new Set(ofTwins.map(refusal));
  return looks.some((look) => {
    const answer = telling(look);
    const own = answer === undefined ? null : refusal(answer);
    return own !== null && alike.has(own);
  });
}

/** The plain list of the same caller, where the case is another one. */
const plainTwin: Check['twins'] = (one) => ({
  plain: isPlain(one) ? 'none' : always({ ...lastOf(one), query: {} }),
});

/** True if a case is the plain list. */
export const isPlain = ({ query }: RuleCase): boolean => Object.keys(query).length === 0;

/**
 * Expects 200 to a listing. If the twin is refused alike, another rule is broken.
 * @param twins by default the plain list of the same caller, who may not list here if it is refused
 */
export function accepted({
  says = '200, unless the plain list of the same caller is refused alike',
  expected = '200',
  twins = plainTwin,
}: {
  says?: string;
  expected?: string;
  twins?: Check['twins'];
} = {}): Check {
  return {
    says,
    twins,
    judge: (looks, one) => {
      const judgement = judgeStatus(looks.looks, one, expected, (status) => status === 200, 'twins');
      return judgement.kind === 'broken' && isRefusedAlike(looks)
        ? refused(`a listing that is not refused anyway (${judgement.violation.actual})`)
        : judgement;
    },
  };
}

/** As {@link accepted}, for rules on the content of a listing. A refusal breaks another rule, and shows nothing here. */
export const supposed: Check = {
  says: 'what is refused says nothing',
  isPrecondition: true,
  twins: () => ({}),
  judge: ({ looks }, one) => {
    const judgement = judgeStatus(looks, one, '200', (status) => status === 200);
    return judgement.kind === 'broken'
      ? refused(`an answer of 200 to it (it was ${judgement.violation.actual})`)
      : judgement;
  },
};
