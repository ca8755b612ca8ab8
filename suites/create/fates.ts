import { broken, wrongStatus } from '../../src/checks/broken.ts';
import { dividing } from '../../src/checks/walk.ts';
import { overlap } from '../../src/client/exchange.ts';
import { census, isEndSeen } from '../../src/created/census.ts';
import { creationsIn, followed, isTooMuchAtOnce } from '../../src/created/follow.ts';
import { isAccepted, isLost } from '../../src/created/ledger.ts';
import { type Answer, type Answers, type Ask, ask, isCreation, told } from '../../src/model/ask.ts';
import {
  type Attempt,
  around,
  type Case,
  type Finding,
  holds,
  nothing,
  type Rule,
} from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';
import { strings } from '../../src/snapshot/records.ts';
import { unlessCreated } from '../impacts.ts';
import { creationsOf, displaced, LISTS } from './between.ts';

/** True if records show texts at all, so that a creation could be found by its title. */
const showTexts = (answers: Answers): boolean =>
  answers.some(({ list }) =>
    (list ?? []).some((record) => strings(record).some(({ text }) => /\p{L} \p{L}/u.test(text))),
  );

/** Returns how many records are new after the last creation, and none that was found. */
function newBetween(own: Answers, run: Run): number {
  const at = own.findLastIndex((answer) => isCreation(answer.ask));
  const [before, after] = [run.keysIn(own.slice(0, at)), run.keysIn(own.slice(at))];
  const { keys } = run.ledger;
  return before.size === 0 ? 0 : [...after].filter((key) => !before.has(key) && !keys.has(key)).length;
}

/** Demands that accepted issues are listed. */
function isListed({ own }: Attempt, run: Run): Finding {
  const [created] = creationsOf(own);
  if (created !== undefined && !isAccepted(created))
    return nothing('other-rule', `A creation got ${told(created)}.`, ['create.accepted']);
  const alone = run.ledger.acceptedAlone(run.bed.written);
  const lost = run.ledger.lostAlone(run.bed.written);
  if (created === undefined || lost.length === 0) return holds(own.slice(-1));
  if (newBetween(own, run) > 0)
    return nothing('unclear', 'New records show neither the title nor the body sent.');
  if (!isEndSeen(own)) return nothing('unclear', 'The end of the list was not seen.', LISTS);
  const { unstable, aged } = run.stability;
  const doubt = unstable ?? aged;
  if (doubt !== null) return nothing('unstable', `${doubt}.`);
  if (!showTexts(own)) return nothing('unclear', 'The records show neither title nor body.');
  const actual = `${lost.length} of ${alone.length} accepted issues are in no listing`;
  // One that was not looked for at once may have been overwritten by the next one.
  const isOwnLost = creationsIn([created, ...creationsOf(own).slice(-1)], run).some(isLost);
  return isOwnLost || lost.filter(({ isFollowed }) => isFollowed).length > 2
    ? broken('lost', 'every accepted issue in the list', actual, {
        answers: own.slice(-1),
        context: [created],
      })
    : nothing('unstable', `${actual}.`);
}

/** Demands that no accepted issue is listed twice. */
function isOnce({ own }: Attempt, run: Run): Finding {
  // A title alone may stand in another record, too.
  const all = run.ledger.acceptedAlone(run.bed.written).filter((one) => !isLost(one) && one.texts.length > 1);
  const twice = all.filter((one) => run.ledger.copies(own, one, run.identity) > 1);
  if (twice.length > 0)
    return broken(
      'duplicated',
      'each issue once',
      `${twice.length} of ${all.length} accepted issues are listed more than once`,
      {
        answers: own,
      },
    );
  return all.length > 0
    ? holds(own)
    : nothing('other-rule', 'No accepted issue was found in a listing.', [
        'create.listed',
        'create.accepted',
      ]);
}

/** Demands that each creation of a burst is accepted, at once or alone after it, and that each accepted one turns up once. */
function isBurstRight(attempt: Attempt, length: number, run: Run): Finding {
  const { own } = attempt;
  const all = creationsOf(own);
  const [sent, again] = [all.slice(0, length), all.slice(length)];
  const control = withoutSingle(attempt, run);
  if (control !== null) return control;
  if (sent.some(({ status }) => [401, 403, 404].includes(status)))
    return nothing('access', 'TOKEN was refused in between.', ['create.accepted']);
  const isUnanswered = ({ status, exchange }: Answer): boolean =>
    status === 0 && exchange.fault?.kind !== 'gone';
  if (sent.some(isUnanswered))
    return nothing('unanswered', `Of ${sent.length} creations at once some are not answered in time.`);
  if (run.settings.concurrency === 1)
    return nothing('setting', 'CONCURRENCY is 1, so creations are sent one after the other; set 2 or more.');
  // One that was too much at once was repeated by then.
  const attempts = sent.flatMap((answer) => answer.attempts);
  const isTogether = attempts.some((one, at) => attempts.slice(at + 1).some((other) => overlap(one, other)));
  if (!isTogether && run.settings.maxRate !== undefined)
    return nothing(
      'setting',
      'MAX_RATE keeps creations apart, so none are under way together; set it higher.',
    );
  if (!isTogether) return nothing('limit', 'The service lets only one creation in at a time.');
  const first = all.find((answer) => !isAccepted(answer) && !isTooMuchAtOnce(answer.status));
  if (first !== undefined) return notTaken(first, all, run);
  const refused = again.find((answer) => !isAccepted(answer));
  if (refused !== undefined)
    return nothing(
      'limit',
      `A creation that was too much at once got ${told(refused)} alone, right after it.`,
    );
  const creations = creationsIn(all, run);
  const count = (some: readonly unknown[]): string => `${some.length} of ${creations.length} accepted issues`;
  const lost = creations.filter(isLost);
  const evidence = { answers: [...all, ...own.slice(-1)] };
  if (lost.length > 0)
    return broken('lost', 'each accepted one listed', `${count(lost)} are not listed`, evidence);
  const twice = creations.filter((one) => run.ledger.copies(own, one, run.identity) > 1);
  if (twice.length > 0)
    return broken('duplicated', 'each listed once', `${count(twice)} are listed more than once`, evidence);
  return sent.some(isAccepted) ? holds(all) : nothing('limit', 'All creations at once were too much.');
}

/** Judges a creation of a burst that was answered neither as accepted nor as too much, unless other requests meet 5xx as well. */
function notTaken(first: Answer, sent: Answers, run: Run): Finding {
  const byChance =
    first.status < 500 ? null : (run.errors.byChance('GET') ?? run.errors.byChance('POST', true));
  if (byChance !== null)
    return nothing('unstable', `Other requests meet ${byChance.statuses.join(' or ')} by chance as well.`);
  const others = sent.filter((one) => one !== first);
  return wrongStatus(`each of ${sent.length} accepted`, first, others);
}

/** Returns why a burst shows nothing: a creation alone has the same trouble. */
function withoutSingle(attempt: Attempt, run: Run): Finding | null {
  const answers = around(attempt, 'single').flat();
  const single = creationsOf(answers);
  const creations = creationsIn(single, run);
  if (single.some((answer) => !isAccepted(answer)))
    return nothing('other-rule', 'A creation alone is not accepted.', ['create.accepted']);
  if (creations.some(isLost))
    return nothing('other-rule', 'A creation alone is not listed.', ['create.listed', 'create.once']);
  return creations.some((one) => run.ledger.copies(answers, one, run.identity) > 1)
    ? nothing('other-rule', 'A creation alone is listed twice.', ['create.once'])
    : null;
}

/** Returns how many issues are open after some more creations, if nobody else writes. */
const issuesAfter = ({ openAtFirst, ledger, bed }: Run, creations: number): number =>
  (openAtFirst ?? 0) + ledger.accepted(bed.repository).length + creations;

const valid = (run: Run): Ask => run.post(run.first, run.valid);

/** Creations in turn beside a burst, and the two lengths that a burst may have: in `quick`, and in other profiles. */
const FEW = { singles: 1, lengths: [4, 5] } as const;
const MANY = { singles: 2, lengths: [8, 7] } as const;

/** Valid creations at the same moment, beside some in turn. */
const burst = (run: Run, singles: number, length: number): Case => ({
  name: `${length} valid creations at once`,
  own: followed(
    run,
    Array.from({ length }, () => valid(run)),
    'together',
  ),
  twins: {
    single: followed(
      run,
      Array.from({ length: singles }, () => valid(run)),
      'in turn',
    ),
  },
  quick: true,
  alone: true,
  check: (attempt) => isBurstRight(attempt, length, run),
});

/** Rules on what becomes of accepted creations. */
export const fateRules: readonly Rule[] = [
  {
    id: 'create.listed',
    level: 'implied',
    statedIn: ['1 operation 2'],
    needs: ['WRITES=all', 'TOKEN'],
    says: 'An accepted issue turns up in a listing of its repository, within 10 seconds unless set otherwise.',
    tried:
      'Each accepted issue is located by its title or its body in all that was listed during the run, and at its end in all that can be listed under several values of state, since neither place nor state is shown. An issue that any listing has shown was listed, though it is gone later. A missing one is confirmed by further creations, each of which is looked for until LISTED_WITHIN_MS has passed.',
    impact: {
      general: 'A client cannot rely on finding what it has created.',
      lost: 'A client is told that its issue was created, and finds it in no listing.',
    },
    phase: 'auditing',
    judges: 'status',
    explainedBy: [...LISTS, 'create.payload-type', 'create.once'],
    cases: (run) => [
      {
        name: 'accepted issues, in all that is listed',
        own: async (send) => {
          const all = await census(run)(send);
          const isAnyLost = (): boolean => run.ledger.lostAlone(run.bed.written).length > 0;
          if (run.ledger.acceptedAlone(run.bed.written).length > 0 && !isAnyLost()) return all;
          const seen = await followed(run, [valid(run)], 'in turn')(send);
          if (!isAnyLost()) return [...all, ...seen];
          // More creations between two censuses show if issues, or some of them, are listed under other titles.
          const before = await census(run)(send);
          const next = await ask(valid(run), valid(run))(send);
          await run.untilListed();
          return [...seen, ...before, ...next, ...(await census(run)(send))];
        },
        twins: {},
        quick: true,
        alone: true,
        check: (attempt) => isListed(attempt, run),
      },
    ],
  },
  {
    id: 'create.once',
    level: 'implied',
    statedIn: ['1 operation 1', '1 operation 2'],
    needs: ['WRITES=all', 'TOKEN'],
    general: true,
    says: 'Creating one issue adds that issue once to the list and takes no other away.',
    tried:
      'Each accepted issue is counted in every listing at the end of the run; one that is listed twice is looked at again, three times in all. Besides, all other issues have to be there after a creation as before it. That some are gone counts only if nothing comes or goes in four readings in a row without a creation.',
    impact: {
      general: 'Creating an issue does not just add that one to the list.',
      lost: 'Issues that were listed are gone once others are created.',
      duplicated: 'A client that has created one issue finds more than one.',
    },
    phase: 'auditing',
    judges: 'status',
    explainedBy: [...LISTS, 'create.payload-type', 'create.missing-title', 'create.title-type'],
    cases: (run) => [
      {
        name: 'all accepted issues',
        own: census(run),
        twins: {},
        quick: true,
        alone: true,
        check: (attempt) => isOnce(attempt, run),
      },
      displaced(run),
    ],
  },
  {
    id: 'create.concurrent',
    level: 'implied',
    statedIn: ['1 operation 2', '4.2 method and path'],
    needs: ['WRITES=all', 'TOKEN'],
    general: true,
    says: 'Of valid creations sent at the same moment each is accepted, or told that it is too much at once; each accepted one is listed once.',
    tried:
      'Several payloads with different markers are sent at the same moment with TOKEN, no more than CONCURRENCY allows. A creation that is answered 409, 429, 502, 503 or 504 is told that it is too much at once, and is sent again alone with a new marker. Any other refusal has to be seen in each of three bursts, while the list is answered between them and the same payload is accepted alone; and so has an issue that is lost or doubled, while those that are created one by one are not.',
    impact: unlessCreated('Clients that create issues at the same moment', {
      refused: 'Of valid issues filed at the same moment some are refused.',
      'server-error':
        'Of valid issues filed at the same moment some meet a failure on the side of the service, and nobody knows whether they were created.',
      lost: 'Of issues accepted at the same moment some are not listed.',
      duplicated: 'Of issues accepted at the same moment some are listed more than once.',
    }),
    phase: 'creating',
    judges: 'status',
    explainedBy: ['create.accepted', 'create.listed', 'create.once', ...LISTS],
    cases: (run) => {
      const { singles, lengths } = run.settings.profile === 'quick' ? FEW : MANY;
      const [usual, other] = lengths;
      // The last page can be full only where a size divides the number of issues.
      const isOdd = run.openAtFirst !== null && dividing(issuesAfter(run, singles + usual)) === null;
      return [burst(run, singles, isOdd ? other : usual)];
    },
  },
];
