import { broken } from '../../src/checks/broken.ts';
import { endOf } from '../../src/client/exchange.ts';
import { census } from '../../src/created/census.ts';
import { isRefused } from '../../src/created/ledger.ts';
import { ask } from '../../src/model/ask.ts';
import { type Attempt, type Finding, holds, nothing, type Rule } from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';
import { LISTS, unmarked } from './between.ts';
import { bodyText } from './refusal.ts';

/** Demands that no refused creation was listed in the whole run. One sighting is enough. */
function nothingLeft({ own }: Attempt, run: Run): Finding {
  const refused = run.ledger.creations.filter((one) => isRefused(one) && one.texts.length > 0);
  const stored = refused.find(({ places }) => places.size > 0);
  const [last] = own.slice(-1);
  if (stored !== undefined && last !== undefined) {
    const actual = `the creation that was answered ${stored.exchange.response?.status} is listed`;
    const finding = broken('stored', 'nothing left behind', actual, { answers: own });
    const { violation } = finding;
    return {
      ...finding,
      violation: { ...violation, exchanges: [...violation.exchanges, stored.exchange] },
    };
  }
  const isSeen = run.ledger.accepted(run.bed.written).some(({ places }) => places.size > 0);
  return isSeen && refused.length > 0
    ? holds(own)
    : nothing(
        'other-rule',
        'No accepted issue was found in a listing, so a refused one would not be found either.',
        ['create.listed', 'create.accepted'],
      );
}

/** Says for how long refused creations were looked for. */
function watchedFor(run: Run): string {
  const ends = run.ledger.creations.filter(isRefused).map(({ exchange }) => endOf(exchange));
  const ago = (end: number): string => `${((run.clock.now() - end) / 1000).toFixed(1)} s`;
  return `Watched for ${ago(Math.min(...ends))} after the first of ${ends.length} refusals, and for ${ago(Math.max(...ends))} after the last.`;
}

/** The rule on what refused creations leave behind. */
export const leftBehindRules: readonly Rule[] = [
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
    impact: {
      general: 'A client cannot rely on a refusal to leave nothing behind.',
      stored:
        'An issue is there although its creation was refused, so that a client that tries again may file it twice.',
    },
    phase: 'auditing',
    judges: 'status',
    explainedBy: LISTS,
    restsOn: watchedFor,
    cases: (run) => [
      {
        name: 'all refused creations',
        own: async (send) => {
          if (!run.ledger.creations.some(isRefused))
            await send(run.post(run.first, (marker) => ({ body: bodyText(marker) })));
          const inWritten = await census(run)(send);
          const { privateRepository } = run.bed;
          const inPrivate =
            privateRepository === undefined
              ? []
              : [run.list(run.first, { per_page: '100' }, privateRepository)];
          return [...inWritten, ...(await ask(...inPrivate)(send))];
        },
        twins: {},
        quick: true,
        alone: true,
        check: (attempt) => nothingLeft(attempt, run),
      },
      unmarked(run),
    ],
  },
];
