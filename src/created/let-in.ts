import { describeExchange, isSuccess } from '../client/exchange.ts';
import { sameRepository } from '../client/test-bed.ts';
import type { CaseResult } from '../model/check.ts';
import { type ConfirmedViolation, shows } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { type Census, finalCount, pagesWith, privateCount } from './census.ts';
import { type Stored, storedIn } from './left-behind.ts';
import { type Sent, writerOf } from './writer.ts';

/** Reads the repositories in which such creations may have left issues. @throws {Stopped} */
async function censusesOf(t: Trial, sent: readonly Sent[]): Promise<Census[]> {
  const { written, privateRepository } = t.bed;
  const isIn = (repository: typeof written | undefined): boolean =>
    repository !== undefined && sent.some((each) => sameRepository(each.repository, repository));
  return [
    ...(isIn(written) ? [(await finalCount(t)).census] : []),
    ...(isIn(privateRepository) ? await privateCount(t) : []),
  ];
}

/** Makes the violation that a listed issue shows. @param found the confirmed violation of its status, or its words */
function asStored(
  { sent, census }: Stored,
  found: Pick<ConfirmedViolation, 'expected' | 'reproduced' | 'counterexample'>,
): ConfirmedViolation {
  const { exchange } = sent;
  return {
    ...found,
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
    const own = stored.find((each) => each.sent.exchange === found?.exchanges.at(-1));
    const [first] = stored;
    if (own !== undefined && found !== null) return [{ kind: 'violated', violation: asStored(own, found) }];
    if (first === undefined) return [];
    const counterexample = { request: first.sent.exchange.request.body };
    const reproduced = { seen: stored.length, tries: sent.length };
    return [{ kind: 'violated', violation: asStored(first, { expected, reproduced, counterexample }) }];
  };
