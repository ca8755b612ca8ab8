import { endOf } from '../../src/client/exchange.ts';
import { type Creation, isAccepted, isRefused } from '../../src/context/ledger.ts';
import type { Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { burst } from '../../src/creations/burst.ts';
import { LISTS } from '../../src/creations/full-listing.ts';
import { listedAudit } from '../../src/creations/listed-audit.ts';
import { onceAudit } from '../../src/creations/once-audit.ts';
import { refusedAudit } from '../../src/creations/refused-audit.ts';
import { countOf } from '../../src/model/text.ts';
import { ruleOn } from '../define.ts';

/** Returns a sentence on how long the run has waited, at least, before it read the lists. */
const watchedFor =
  (of: (creation: Creation) => boolean, what: string) =>
  ({ ledger, lag }: RunContext): string => {
    const ends = ledger.creations.filter(of).map(({ exchange }) => endOf(exchange));
    const some = ends.filter((end) => end <= lag.watchedUntil);
    const after = (end: number): string => `${((lag.watchedUntil - end) / 1000).toFixed(1)} s`;
    return some.length === 0
      ? ''
      : `Watched for ${after(Math.min(...some))} after the first of ${countOf(some.length, what)}, and for ${after(Math.max(...some))} after the last.`;
  };

export const auditRules: readonly Rule[] = [
  ruleOn.audits('create.listed', ['implied', '1 operation 2'], {
    statement:
      'An accepted issue turns up in a listing of its repository, within 10 seconds unless set otherwise.',
    tried:
      'The run searches all its listings for each accepted issue, by title or body. At its end, it reads every state that can be listed. It confirms a missing issue by further creations, and searches for each until LISTED_WITHIN_MS has passed. An issue that was listed once counts as listed, even if it is gone later. The rule is undecided if the private repository does not list the issue that the run created there.',
    impact: 'A client is told that its issue was created, and finds it in no listing.',
    blockedBy: [...LISTS, 'create.once'],
    cases: (run) => [listedAudit(run)],
  }),
  ruleOn.audits('create.once', ['implied', '1 operation 1', '1 operation 2'], {
    general: true,
    statement: 'An accepted issue is listed once, and never twice.',
    tried:
      'The run counts each accepted issue in every listing at its end. The private repository must lack it. The run reads the list three times if an issue is listed twice. The rule is undecided if several private issues hold one title of the run. It is undecided, too, if an issue was listed and is gone at the end. The reason names the issue, because somebody, or a bot, may have closed it.',
    impact: 'A client that has created one issue finds more than one.',
    passNote: watchedFor(isAccepted, 'accepted creation'),
    blockedBy: [...LISTS, 'create.payload-type', 'create.missing-title', 'create.title-type'],
    cases: (run) => [onceAudit(run)],
  }),
  ruleOn.bursts('create.concurrent', ['implied', '1 operation 2', '4.2 method and path'], {
    general: true,
    statement:
      'Every concurrent valid creation is accepted, or refused as overload; each accepted issue is listed once.',
    tried:
      'TOKEN sends several payloads concurrently, no more than CONCURRENCY allows. The run sends a creation again, alone, if it gets 409, 429, 502, 503 or 504. Any other refusal, a lost issue and a duplicated issue must show in each of three bursts. Single creations must be right meanwhile.',
    impact: 'Some concurrent valid creations do not end as they should.',
    impactIf: {
      'server-error':
        'Some concurrent valid creations get a server error, and nobody knows whether they were created.',
      refused: 'Some concurrent valid creations are refused.',
      lost: 'Some concurrently accepted issues are not listed.',
      duplicated: 'Some concurrently accepted issues are listed more than once.',
    },
    blockedBy: ['create.accepted', 'create.listed', 'create.once', ...LISTS],
    cases: (run) => [burst(run)],
  }),
  ruleOn.audits(
    'create.rejected-no-effect',
    [
      'implied',
      '4.2 without authentication',
      '4.2 without a title',
      '7 status 401',
      '7 status 404',
      '7 status 422',
    ],
    {
      needs: ['WRITES=rejected', 'TOKEN'],
      general: true,
      statement: 'No creation that was refused leaves an issue behind.',
      tried:
        'The run searches all listings for a record whose own title or body was refused. It waits up to 3 s after the last creation (`thorough`: LISTED_WITHIN_MS; `quick`: 0.4 s). It reads the public and the private repository. One record is enough, if the same search finds an accepted issue. If the list holds a new issue of another origin, the run sends payloads without its id between two readings. If these leave no issue, the rule is undecided because of that one.',
      impact: 'A refused issue exists, so a second try may file it twice.',
      blockedBy: LISTS,
      passNote: watchedFor(isRefused, 'refusal'),
      cases: refusedAudit,
    },
  ),
];
