import { endOf } from '../../src/client/exchange.ts';
import { displaced, LISTS, unmarked } from '../../src/created/between.ts';
import { burst } from '../../src/created/burst.ts';
import { census } from '../../src/created/census.ts';
import { isListed, isOnce, lookedFor, lookedForRefused, nothingLeft } from '../../src/created/fate.ts';
import { isRefused } from '../../src/created/ledger.ts';
import type { RuleLiteral } from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';

/** Says for how long refused creations were looked for. */
function watchedFor(run: Run): string {
  const ends = run.ledger.creations.filter(isRefused).map(({ exchange }) => endOf(exchange));
  const ago = (end: number): string => `${((run.clock.now() - end) / 1000).toFixed(1)} s`;
  return `Watched for ${ago(Math.min(...ends))} after the first of ${ends.length} refusals, and for ${ago(Math.max(...ends))} after the last.`;
}

/** Rules on what becomes of accepted creations. */
export const fateRules: readonly RuleLiteral[] = [
  {
    id: 'create.listed',
    level: 'implied',
    statedIn: ['1 operation 2'],
    needs: ['WRITES=all', 'TOKEN'],
    says: 'An accepted issue turns up in a listing of its repository, within 10 seconds unless set otherwise.',
    tried:
      'Each accepted issue is located by its title or its body in all that was listed during the run, and at its end in all that can be listed under several values of state, since neither place nor state is shown. An issue that any listing has shown was listed, though it is gone later. A missing one is confirmed by further creations, each of which is looked for until LISTED_WITHIN_MS has passed.',
    impact: 'A client is told that its issue was created, and finds it in no listing.',
    phase: 'auditing',
    judges: 'status',
    explainedBy: [...LISTS, 'create.once'],
    cases: (run) => [
      {
        name: 'accepted issues, in all that is listed',
        own: lookedFor(run),
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
    impact: 'A client that has created one issue finds more than one.',
    impactIf: { lost: 'Issues that were listed are gone once others are created.' },
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
    impact: 'Of valid issues filed at the same moment some are not created as they should be.',
    impactIf: {
      'server-error':
        'Of valid issues filed at the same moment some meet an error of the service, and nobody knows whether they were created.',
      refused: 'Of valid issues filed at the same moment some are refused.',
      lost: 'Of issues accepted at the same moment some are not listed.',
      duplicated: 'Of issues accepted at the same moment some are listed more than once.',
    },
    phase: 'creating',
    judges: 'status',
    explainedBy: ['create.accepted', 'create.listed', 'create.once', ...LISTS],
    cases: (run) => [burst(run)],
  },
  {
    id: 'create.rejected-no-effect',
    level: 'implied',
    statedIn: [
      '4.2 without authentication',
      '4.2 without a title',
      '7 status 401',
      '7 status 404',
      '7 status 422',
    ],
    needs: ['WRITES=rejected', 'TOKEN'],
    general: true,
    says: 'No creation that was refused leaves an issue behind.',
    tried:
      "Refused payloads carry the run's id wherever they have room for it; at the end of the run every listing of the repository, and of the private one, is searched for a record whose own title or body is one of them. One is enough. It takes an accepted issue that the same search finds; payloads without room for it are sent between two readings of the list, of which the second may show nothing new.",
    impact:
      'An issue is there although its creation was refused, so that a client that tries again may file it twice.',
    phase: 'auditing',
    judges: 'status',
    explainedBy: LISTS,
    restsOn: watchedFor,
    cases: (run) => [
      {
        name: 'all refused creations',
        own: lookedForRefused(run),
        twins: {},
        quick: true,
        alone: true,
        check: (attempt) => nothingLeft(attempt, run),
      },
      unmarked(run),
    ],
  },
];
