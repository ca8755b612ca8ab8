import { endOf } from '../client/exchange.ts';
import { sameRepository } from '../client/request.ts';
import { type Creation, isAccepted, isLost } from '../context/ledger.ts';
import type { Attempt, Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { strings } from '../listings/records.ts';
import { blocked, type Finding, holds, inconclusiveFinding, violated } from '../model/finding.ts';
import type { Answers, RequestScript, Send } from '../model/planned-request.ts';
import { describeAnswer, LARGEST_PAGE } from '../model/planned-request.ts';
import { countOf } from '../model/text.ts';
import { createAndLocate, creationsIn, creationsOf, isOverload } from './follow.ts';
import { isWhole, LISTS, listEverything, newestPage } from './full-listing.ts';

/** True if records show texts, so that a title identifies a creation. */
const showTexts = (answers: Answers): boolean =>
  answers.some(({ list }) =>
    (list ?? []).some((record) => strings(record).some(({ text }) => /\p{L} \p{L}/u.test(text))),
  );

/** True if the end of a list was seen: a page that is not full. A list that ends with a full page may be truncated. */
function isEndSeen(answers: Answers): boolean {
  const lengths = answers.flatMap(({ ask: { query }, list }) =>
    query['per_page'] === String(LARGEST_PAGE) && query['state'] !== 'closed' && list !== null
      ? [list.length]
      : [],
  );
  return lengths[0] === 0 || lengths.some((length) => length > 0 && length < LARGEST_PAGE);
}

/** Returns the records of later listings that earlier ones lack, without those that the run created. */
export function added(later: Answers, earlier: Answers, run: RunContext): readonly string[] {
  const [known, own] = [run.keysIn(earlier), run.ledger.keysIn(run.target.writeRepository)];
  return [...run.keysIn(later)].filter((key) => !known.has(key) && !own.has(key));
}

/** True if a search for an issue ended in vain after its time. */
const isOverdue = ({ overdueMs }: Creation): boolean => overdueMs > 0;

/** Notes for how long a full listing of a list that is not too long has missed issues, if they have had their time. */
function noteOverdue(lost: readonly Creation[], listings: Answers, { settings }: RunContext): void {
  if (!isWhole(listings) || listings.every(({ list }) => list === null)) return;
  const readAt = Math.min(...listings.map(({ exchange }) => exchange.startedAt));
  for (const one of lost) {
    const ms = readAt - endOf(one.exchange);
    if (ms >= settings.listedWithinMs) one.overdueMs = Math.max(one.overdueMs, ms);
  }
}

/**
 * Searches for all accepted issues. If one is missing, creates up to two more issues like it, and searches for each before
 * the next. The first attempt creates none if an earlier search for one was in vain.
 */
function searchAccepted(run: RunContext): RequestScript {
  let isFirst = true;
  const lost = (): readonly Creation[] => run.ledger.lostAlone(run.target.writeRepository);
  const one = (send: Send): Promise<Answers> => {
    const ask = lost()[0]?.ask ?? run.post(run.primaryCaller, run.valid);
    return createAndLocate(run, [ask], 'in turn')(send);
  };
  return async (send) => {
    const all = await listEverything(run)(send);
    noteOverdue(lost(), all, run);
    const isSearched = isFirst && lost().some(isOverdue);
    isFirst = false;
    const isAnyAlone = run.ledger.acceptedAlone(run.target.writeRepository).length > 0;
    if (isSearched || (isAnyAlone && lost().length === 0)) return all;
    const first = await one(send);
    const isMissing = creationsIn(first, run).some((creation) => lost().includes(creation));
    return [...all, ...first, ...(isMissing ? [] : await one(send))];
  };
}

/** Demands that accepted issues are listed. Each attempt searches for its own issues. */
function checkListed({ answers }: Attempt, run: RunContext): Finding {
  const created = creationsOf(answers);
  const refused = created.find((answer) => !isAccepted(answer));
  if (refused !== undefined) return blocked(`A creation got ${describeAnswer(refused)}.`, 'create.accepted');
  const { ledger, target, stability, preflight, lag } = run;
  const lost = ledger.lostAlone(target.writeRepository);
  const [first] = created;
  const searched = first === undefined ? lost.filter(isOverdue) : creationsIn(created, run);
  const size = ({ exchange }: Creation): number => exchange.request.body?.length ?? 0;
  // Reports show the issue with the shortest payload.
  const [missing] = searched.filter((one) => lost.includes(one)).toSorted((a, b) => size(a) - size(b));
  if (lost.length === 0)
    return unlistedInPrivate(run) ?? unlistedOfOutsider(run) ?? lateIn(run) ?? holds(answers.slice(-1));
  // A late issue suggests that the lost ones are late, too, above all if they are missed for less time.
  const slowestMs = Math.max(...ledger.listedLate(target.writeRepository).map(({ overdueMs }) => overdueMs));
  const mayBeLate = !lag.isEnough(lost) || lost.every(({ overdueMs }) => overdueMs <= slowestMs);
  const late = mayBeLate ? lateIn(run) : null;
  if (late !== null) return late;
  const at = first === undefined ? 0 : answers.indexOf(first);
  // Records that cannot be told apart have no names. As many as were created may be these.
  const isRenamed =
    preflight.identity === null &&
    answers.some(({ list }) => (list?.length ?? 0) >= ledger.accepted(target.writeRepository).length);
  if (isRenamed)
    return inconclusiveFinding('unclear', 'Records that cannot be told apart may be the accepted issues.');
  if (at > 0 && added(answers.slice(at), answers.slice(0, at), run).length > 0)
    return inconclusiveFinding(
      'unclear',
      'New records that were read show neither the title nor the body sent.',
    );
  if (!isEndSeen(answers)) return inconclusiveFinding('unclear', 'The end of the list was not seen.', LISTS);
  if (stability.inconclusive !== null) return stability.inconclusive;
  if (!showTexts(answers))
    return inconclusiveFinding(
      'unclear',
      'No record of these listings shows a text of several words, such as a title.',
    );
  const { length } = ledger.findableAlone(target.writeRepository);
  const actual = `${lost.length} of ${length} accepted issues are in no listing`;
  if (missing === undefined) return inconclusiveFinding('unstable', `${actual}.`);
  // A status of its own, such as 202, may mean that somebody is to approve the issue.
  const status = missing.exchange.response?.status;
  const listed = ledger.accepted(target.writeRepository).filter(({ places }) => places.size > 0);
  return listed.length > 0 && listed.every(({ exchange }) => exchange.response?.status !== status)
    ? inconclusiveFinding('unclear', `${actual}. ${missing.marker} got ${status}, and no listed issue did.`)
    : violated('lost', {
        expected: 'every accepted issue in the list',
        actual: `${actual}: ${missing.marker} is missing`,
        answers: newestPage(answers),
        context: [missing],
      });
}

/** Returns an inconclusive finding if the private creation failed, or is in no listing. One is too little for more. */
function unlistedInPrivate({ leakDetector, ledger, preflight, target }: RunContext): Finding | null {
  const { privateRepository } = target;
  if (privateRepository === undefined) return null;
  // The creations after it must be refused.
  const [valid] = ledger.byMember(privateRepository);
  const status = valid?.exchange.response?.status ?? 0;
  if (status >= 500 && !isOverload(status))
    return inconclusiveFinding('unclear', `The creation in the private repository got ${status}.`, [
      'create.accepted',
      'create.body-optional',
    ]);
  // A service may cut the title behind the secret, so that the marker is lost, but not the canary.
  const isShown = leakDetector.isCanaryShown || ledger.lostAlone(privateRepository).length === 0;
  // The rule list.private.member judges if TOKEN may list the repository.
  return isShown || !preflight.mayReadPrivate
    ? null
    : inconclusiveFinding('unclear', 'The issue created in the private repository is in no listing of it.', [
        'list.private.member',
        ...LISTS,
      ]);
}

/** Returns an inconclusive finding if no listing shows the issue that OUTSIDER_TOKEN created in public, else `null`. */
function unlistedOfOutsider({ ledger, target }: RunContext): Finding | null {
  const isOwn = ({ ask }: Creation): boolean =>
    ask.caller.kind === 'outsider' && sameRepository(ask.repository, target.writeRepository);
  return ledger.creations.some((one) => isOwn(one) && isLost(one))
    ? inconclusiveFinding('unclear', 'The issue that OUTSIDER_TOKEN created is in no listing.')
    : null;
}

/** Returns an inconclusive finding if accepted issues were listed too late, else `null`. */
function lateIn({ ledger, target }: RunContext): Finding | null {
  const late = ledger.listedLate(target.writeRepository);
  const seconds = Math.max(...late.map(({ overdueMs }) => overdueMs)) / 1000;
  const reason = `${countOf(late.length, 'accepted issue')} turned up later than LISTED_WITHIN_MS: not within ${seconds.toFixed(1)} s`;
  return late.length === 0 ? null : inconclusiveFinding('unstable', `${reason}.`);
}

export const listedAudit = (run: RunContext): Case => ({
  name: 'accepted issues, in all that is listed',
  script: searchAccepted(run),
  quick: true,
  how: 'alone',
  check: checkListed,
});
