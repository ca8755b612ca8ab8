import type { Exchange } from '../../src/client/exchange.ts';
import { ANONYMOUS, type Query, type RequestSpec } from '../../src/client/request.ts';
import type { Errors } from '../../src/engine/next-step.ts';
import type { Known, Look, Looks, RuleCase } from '../../src/model/case.ts';
import { held, type Judgement } from '../../src/model/check.ts';
import type { ByProfile } from '../../src/model/profile.ts';
import type { TwinAnswers } from '../../src/model/twins.ts';
import type { Identity } from '../../src/snapshot/identity.ts';
import { listingOf } from '../../src/snapshot/listing.ts';
import { answered } from '../snapshot/reading.ts';
import { hide } from '../support/hide.ts';

const BY_ID: Identity = { kind: 'field', path: ['id'] };

const holdsIssues: Known['holdsIssues'] = (answer) => {
  const listing = listingOf(answer);
  return listing.kind !== 'list' || listing.records.odd === null;
};

/** Issues are told apart by their ids. */
export const byId: Known = {
  keysOf: (records) => records.keysBy(BY_ID),
  holdsIssues,
  isDistinct: true,
  isNamed: true,
  hide,
};

/** Issues cannot be told apart. */
export const alike: Known = {
  keysOf: (records) => records.all.map(() => 'x'),
  holdsIssues,
  isDistinct: false,
  isNamed: false,
  hide,
};

/** The same in each profile. */
export const inEach = <T>(of: T): ByProfile<T> => ({ quick: of, standard: of, thorough: of });

export const specOfLook = (query: Query): RequestSpec => ({
  repository: { owner: 'acme', repo: 'widgets' },
  as: ANONYMOUS,
  query,
});

/** A listing as a case. */
export const caseOf = (query: Query, part: Partial<RuleCase> = {}): RuleCase => ({
  depth: 'quick',
  shown: query,
  caller: 'anonymous',
  query,
  asks: [specOfLook(query)],
  ...part,
});

/** A listing of issues with these ids. */
export const ids = (...numbers: readonly (number | string)[]): Exchange =>
  answered(numbers.map((id) => ({ id })));
/** Issues from one id to another. */
export const resultsFrom = (first: number, last: number): Exchange =>
  ids(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** A look: the answer to the case, and those to its twins. */
export const look = (answer: Exchange, twins: TwinAnswers = {}): Look => ({ answers: [answer], twins });

export const looksOf = (looks: readonly Look[], part: Partial<Looks> = {}): Looks => ({
  looks,
  earlier: [],
  aged: false,
  suspected: null,
  past: {},
  known: byId,
  ...part,
});

/** What is broken, as far as these tests look at it. @throws {Error} where nothing is */
export function brokenJudgement(judgement: Judgement): Judgement & { readonly kind: 'broken' } {
  if (judgement.kind !== 'broken') throw new Error(`it is ${JSON.stringify(judgement)}`);
  return judgement;
}

/** For confirming what is no 5xx. */
export const noErrors = {
  errors: (): Errors => ({
    areElsewhere: false,
    own: { errors: 0, tries: 0 },
    others: { errors: 0, tries: 0 },
    chanceInRun: 1,
    isAskedBeside: false,
  }),
  judgeAnswered: (): Judgement => held([ids(1)]),
};

/** A judgement in short: what kind it is, of which cause, and how often it was seen of the looks that it takes. */
export function saying(judgement: Judgement): string {
  if (judgement.kind === 'vacuous') return `vacuous ${judgement.cause}`;
  if (judgement.kind !== 'broken') return judgement.kind;
  const { violation, seen, looks, age } = judgement;
  return `${violation.kind} ${seen} of ${looks}${age ? ', or age' : ''}`;
}
