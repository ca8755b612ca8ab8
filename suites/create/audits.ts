import { endOf } from '../../src/client/exchange.ts';
import { isRefused } from '../../src/context/ledger.ts';
import type { Case, Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import {
  allCreated,
  checkListed,
  checkListedOnce,
  lookedFor,
  lookedForRefused,
  nothingLeft,
  unmarked,
} from '../../src/creations/audit.ts';
import { burst } from '../../src/creations/burst.ts';
import { LISTS } from '../../src/creations/full-listing.ts';
import type { RequestScript } from '../../src/model/planned-request.ts';
import { caseAsking } from '../cases.ts';
import { ofAudits, ofBursts } from '../groups.ts';

/** Says for how long refused creations were looked for. */
function watchedFor(run: RunContext): string {
  const ends = run.ledger.creations.filter(isRefused).map(({ exchange }) => endOf(exchange));
  const ago = (end: number): string => `${((run.clock.now() - end) / 1000).toFixed(1)} s`;
  return `Watched for ${ago(Math.min(...ends))} after the first of ${ends.length} refusals, and for ${ago(Math.max(...ends))} after the last.`;
}

/** A look at all that was created, with nothing else in flight. */
const watched = (name: string, own: RequestScript, check: Case['check']): Case =>
  caseAsking(name, own, { quick: true, alone: true, check });

/** Rules on what becomes of creations. */
export const auditRules: readonly Rule[] = [
  ofAudits('create.listed', 'implied', ['1 operation 2'], {
    statement:
      'An accepted issue turns up in a listing of its repository, within 10 seconds unless set otherwise.',
    tried:
      'Each accepted issue is looked for, by its title or its body, in all that was listed during the run, and at its end in every state that can be listed. A missing one is confirmed by further creations, each of which is looked for until LISTED_WITHIN_MS has passed. An issue that was listed once was listed, though it is gone later.',
    impact: 'A client is told that its issue was created, and finds it in no listing.',
    blockedBy: [...LISTS, 'create.once'],
    cases: (run) => [
      watched('accepted issues, in all that is listed', lookedFor(run), (attempt) =>
        checkListed(attempt, run),
      ),
    ],
  }),
  ofAudits('create.once', 'implied', ['1 operation 1', '1 operation 2'], {
    general: true,
    statement: 'An accepted issue is listed once, and never twice.',
    tried:
      'Each accepted issue is counted in every listing at the end of the run; one that is listed twice is read three times. An issue that was listed in the run and is in no listing at its end leaves it undecided, and is named: somebody, or a bot, may have closed it.',
    impact: 'A client that has created one issue finds more than one.',
    blockedBy: [...LISTS, 'create.payload-type', 'create.missing-title', 'create.title-type'],
    cases: (run) => [
      watched('all accepted issues', allCreated(run), (attempt) => checkListedOnce(attempt, run)),
    ],
  }),
  ofBursts('create.concurrent', 'implied', ['1 operation 2', '4.2 method and path'], {
    general: true,
    statement:
      'Of valid creations sent at the same moment each is accepted, or told that it is too much at once; each accepted one is listed once.',
    tried:
      'TOKEN sends several payloads at the same moment, no more than CONCURRENCY allows. One that is answered 409, 429, 502, 503 or 504 is sent again alone. Any other refusal, a lost issue and a doubled one must be seen in each of three bursts, while creations one by one are right.',
    impact: 'Of valid issues filed at the same moment some are not created as they should be.',
    impactIf: {
      'server-error':
        'Of valid issues filed at the same moment some meet an error of the service, and nobody knows whether they were created.',
      refused: 'Of valid issues filed at the same moment some are refused.',
      lost: 'Of issues accepted at the same moment some are not listed.',
      duplicated: 'Of issues accepted at the same moment some are listed more than once.',
    },
    blockedBy: ['create.accepted', 'create.listed', 'create.once', ...LISTS],
    cases: (run) => [burst(run)],
  }),
  ofAudits(
    'create.rejected-no-effect',
    'implied',
    ['4.2 without authentication', '4.2 without a title', '7 status 401', '7 status 404', '7 status 422'],
    {
      needs: ['WRITES=rejected', 'TOKEN'],
      general: true,
      statement: 'No creation that was refused leaves an issue behind.',
      tried:
        "At the end of the run every listing of the public and the private repository is searched for a record whose own title or body was refused. One is enough, if the same search finds an accepted issue. Payloads without room for the run's id are sent between two readings of the list.",
      impact: 'An issue is there although it was refused, so that a second try may file it twice.',
      blockedBy: LISTS,
      passNote: watchedFor,
      cases: (run) => [
        watched('all refused creations', lookedForRefused(run), (attempt) => nothingLeft(attempt, run)),
        // A valid creation beside it shows whether other programs write then.
        ...(run.settings.writes === 'all' ? [unmarked(run)] : []),
      ],
    },
  ),
];
