import { describeExchange, isSuccess } from '../client/exchange.ts';
import { sameRepository } from '../client/test-bed.ts';
import type { CaseResult } from '../model/check.ts';
import { type ConfirmedViolation, shows } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { type Census, finalCount, pagesWith } from './census.ts';
import { readPrivate, type Stored, storedIn } from './left-behind.ts';
import { type Sent, writerOf } from './writer.ts';

/** Reads the repositories in which such creations may have left issues. @throws {Stopped} */
async function censusesOf(t: Trial, sent: readonly Sent[]): Promise<Census[]> {
  const { written, privateRepository } = t.bed;
  const isIn = (repository: typeof written | undefined): boolean =>
    repository !== undefined && sent.some((each) => sameRepository(each.repository, repository));
  return [
    ...(isIn(written) ? [(await finalCount(t)).census] : []),
    ...(isIn(privateRepository) ? await readPrivate(t) : []),
  ];
}

/** Makes the violation that a listed issue shows: that of the status, or a new one if no case was confirmed. */
function storedViolation(
  { sent, census }: Stored,
  found: ConfirmedViolation | null,
  expected: string,
  reproduced: ConfirmedViolation['reproduced'],
): ConfirmedViolation {
  const { exchange } = sent;
  const own = found?.exchanges.at(-1) === exchange ? found : null;
  return {
    ...(own ?? { expected, reproduced, counterexample: { request: exchange.request.body } }),
    kind: 'stored',
    actual: `${describeExchange(exchange)}, and its issue is listed`,
    ...shows({ context: pagesWith(census, sent).slice(0, 1), answers: [exchange] }),
  };
}

/**
 * Makes a function that finds issues of creations whose caller must not create any, at the end of the run (sections 4.2,
 * 5.3 to 5.5): once is enough. Refusals that left issues break create.rejected-no-effect instead.
 */
export const issuesOfThoseLetIn =
  (expected: string) =>
  async (t: Trial, found: ConfirmedViolation | null): Promise<readonly CaseResult[]> => {
    const sent = writerOf(t).sent.filter(({ refusedBy }) => refusedBy === t.rule.id);
    const doubtful = sent.filter(({ outcome }) => outcome !== 'refused');
    if (!t.run.isRead || !doubtful.some(({ exchange }) => isSuccess(exchange))) return [];
    const censuses = await censusesOf(t, doubtful);
    const stored = censuses.flatMap((census) => storedIn(census, doubtful));
    const first = stored.find((each) => each.sent.exchange === found?.exchanges.at(-1)) ?? stored[0];
    if (first === undefined) return [];
    const reproduced = { seen: stored.length, tries: sent.length };
    return [{ kind: 'violated', violation: storedViolation(first, found, expected, reproduced) }];
  };
