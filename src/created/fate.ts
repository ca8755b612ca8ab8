import { broken } from '../checks/broken.ts';
import { type Answers, type Ask, ask, isCreation, type Question, told } from '../model/ask.ts';
import { type Finding, holds, nothing } from '../model/finding.ts';
import { isAccepted, isLost, isRefused } from '../run/ledger.ts';
import type { Attempt } from '../run/rule.ts';
import type { Run } from '../run/run.ts';
import { strings } from '../snapshot/records.ts';
import { creationsOf, LISTS } from './between.ts';
import { census, isEndSeen } from './census.ts';
import { creationsIn, followed } from './follow.ts';
import { bodyText } from './refusal.ts';

/** True if records show texts at all, so that a creation could be found by its title. */
const showTexts = (answers: Answers): boolean =>
  answers.some(({ list }) =>
    (list ?? []).some((record) => strings(record).some((text) => /\p{L} \p{L}/u.test(text))),
  );

/** Returns how many records are new after the last creation, and none that was found. */
function newBetween(own: Answers, run: Run): number {
  const at = own.findLastIndex((answer) => isCreation(answer.ask));
  const [before, after] = [run.keysIn(own.slice(0, at)), run.keysIn(own.slice(at))];
  const { keys } = run.ledger;
  return before.size === 0 ? 0 : [...after].filter((key) => !before.has(key) && !keys.has(key)).length;
}

/** Looks for all accepted issues, and for further ones if any is missing. */
export const lookedFor =
  (run: Run): Question =>
  async (send) => {
    const { ledger, bed } = run;
    const valid = run.post(run.first, run.valid);
    const isAnyLost = (): boolean => ledger.lostAlone(bed.written).length > 0;
    const all = await census(run)(send);
    if (ledger.acceptedAlone(bed.written).length > 0 && !isAnyLost()) return all;
    const seen = await followed(run, [valid], 'in turn')(send);
    if (!isAnyLost()) return [...all, ...seen];
    // More creations between two censuses show if issues, or some of them, are listed under other titles.
    const before = await census(run)(send);
    const next = await ask(valid, valid)(send);
    await run.untilListed();
    return [...seen, ...before, ...next, ...(await census(run)(send))];
  };

/** Demands that accepted issues are listed. */
export function isListed({ own }: Attempt, run: Run): Finding {
  const [created] = creationsOf(own);
  if (created !== undefined && !isAccepted(created))
    return nothing('other-rule', `A creation got ${told(created)}.`, ['create.accepted']);
  const alone = run.ledger.acceptedAlone(run.bed.written).filter(({ isTitled }) => isTitled);
  const lost = run.ledger.lostAlone(run.bed.written);
  if (created === undefined || lost.length === 0) return holds(own.slice(-1));
  if (newBetween(own, run) > 0)
    return nothing('unclear', 'New records show neither the title nor the body sent.');
  if (!isEndSeen(own)) return nothing('unclear', 'The end of the list was not seen.', LISTS);
  const { doubt } = run.stability;
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
export function isOnce({ own }: Attempt, run: Run): Finding {
  // A title alone may stand in another record, too.
  const all = run.ledger
    .acceptedAlone(run.bed.written)
    .filter(({ places, texts }) => places.size > 0 && texts.length > 1);
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

/** Creations that are refused for different reasons, for a run in which no other rule sends them. */
function refusedOfEachKind(run: Run): Ask[] {
  const { written, privateRepository } = run.bed;
  return [
    run.post(run.first, (marker) => ({ body: bodyText(marker) })),
    run.post(run.anonymous, run.valid),
    run.post(run.values.madeUpCaller('refused'), run.valid),
    run.post(run.first, run.valid, { ...written, repo: run.unknownName }),
    ...(run.outsider === null || privateRepository === undefined
      ? []
      : [run.post(run.outsider, run.valid, privateRepository)]),
  ];
}

/** Looks for all refused creations, and for some more if there was none. */
export const lookedForRefused =
  (run: Run): Question =>
  async (send) => {
    if (!run.ledger.creations.some(isRefused)) await ask(...refusedOfEachKind(run))(send);
    const { privateRepository } = run.bed;
    const inPrivate =
      privateRepository === undefined ? [] : [run.list(run.first, { per_page: '100' }, privateRepository)];
    return [...(await census(run)(send)), ...(await ask(...inPrivate)(send))];
  };

/** Demands that no refused creation was listed in the whole run. One sighting is enough. */
export function nothingLeft({ own }: Attempt, run: Run): Finding {
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
  if (run.settings.writes !== 'all')
    return nothing(
      'setting',
      `None of ${refused.length} refused creations was listed, but only an accepted one shows that it would be; set WRITES to all.`,
    );
  const isSeen = run.ledger.accepted(run.bed.written).some(({ places }) => places.size > 0);
  return isSeen && refused.length > 0
    ? holds(own)
    : nothing(
        'other-rule',
        'No accepted issue was found in a listing, so a refused one would not be found either.',
        ['create.listed', 'create.accepted'],
      );
}
