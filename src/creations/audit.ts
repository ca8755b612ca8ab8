import { nameOf } from '../client/request.ts';
import { sameRepository } from '../client/target-access.ts';
import { type Creation, isAccepted, isName } from '../context/ledger.ts';
import type { Attempt } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { shortName } from '../listings/compare.ts';
import { strings } from '../listings/records.ts';
import type { Finding, ShownRecord } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, violated } from '../model/finding.ts';
import type { Answer, Answers, RequestScript, Send } from '../model/planned-request.ts';
import { allEnded, describeAnswer, describeListing, LARGEST_PAGE } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { countOf, joinAnd } from '../model/text.ts';
import { createAndLocate, creationsIn, creationsOf } from './follow.ts';
import { isWhole, LISTS, listEverything, listPrivate, toTheEnd } from './full-listing.ts';
import { repeatedInPrivate, unlistedInPrivate } from './private-creation.ts';

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

/**
 * Searches for all accepted issues. If one is missing, creates up to two more issues like it, and searches for each before
 * the next. The first attempt creates none if an earlier search for one was in vain.
 */
export function lookedFor(run: RunContext): RequestScript {
  let isFirst = true;
  const lost = (): readonly Creation[] => run.ledger.lostAlone(run.target.writeRepository);
  const one = (send: Send): Promise<Answers> => {
    const ask = lost()[0]?.ask ?? run.post(run.primaryCaller, run.valid);
    return createAndLocate(run, [ask], 'in turn')(send);
  };
  return async (send) => {
    const all = await listEverything(run)(send);
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
export function checkListed({ answers }: Attempt, run: RunContext): Finding {
  const created = creationsOf(answers);
  const refused = created.find((answer) => !isAccepted(answer));
  if (refused !== undefined) return blocked(`A creation got ${describeAnswer(refused)}.`, 'create.accepted');
  const { ledger, target, stability, preflight } = run;
  const lost = ledger.lostAlone(target.writeRepository);
  const [first] = created;
  const searched = first === undefined ? lost.filter(isOverdue) : creationsIn(created, run);
  const missing = searched.find((creation) => lost.includes(creation));
  if (lost.length === 0) return unlistedInPrivate(run) ?? lateIn(run) ?? holds(answers.slice(-1));
  const at = first === undefined ? 0 : answers.indexOf(first);
  // Records of a list that was empty at first have no names. As many as were created may be these.
  const isRenamed =
    preflight.openAtFirst === 0 &&
    preflight.identity === null &&
    answers.some(({ list }) => (list?.length ?? 0) >= ledger.accepted(target.writeRepository).length);
  if (isRenamed || (at > 0 && added(answers.slice(at), answers.slice(0, at), run).length > 0))
    return inconclusiveFinding('unclear', 'New records show neither the title nor the body sent.');
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
        answers: answers.slice(-1),
        context: [missing],
      });
}

/** Returns an inconclusive finding if accepted issues were listed too late, else `null`. */
function lateIn({ ledger, target }: RunContext): Finding | null {
  const late = ledger.listedLate(target.writeRepository);
  const seconds = Math.max(...late.map(({ overdueMs }) => overdueMs)) / 1000;
  const reason = `${countOf(late.length, 'accepted issue')} turned up later than LISTED_WITHIN_MS: not within ${seconds.toFixed(1)} s`;
  return late.length === 0 ? null : inconclusiveFinding('unstable', `${reason}.`);
}

/** Returns issues that were listed in this run, and are in no listing at its end. */
function goneFrom(own: Answers, run: RunContext): readonly string[] {
  const { target, ledger } = run;
  const isKnown = own.every((answer) => answer.list === null || run.keys(answer) !== null);
  if (!isKnown || !isWhole(own)) return [];
  const isSame = sameRepository(target.writeRepository, target.repository);
  const known = new Set(isSame ? run.listed.to(run.primaryCaller) : []);
  for (const { places } of ledger.accepted(target.writeRepository)) for (const key of places) known.add(key);
  const there = run.keysIn(own);
  return [...known].filter((key) => isName(key) && !there.has(key));
}

/** Returns an unreadable page of a full listing, if there is one. A service may refuse a state by its name. */
const unreadIn = (own: Answers): Answer | undefined =>
  own.every(({ list }) => list === null)
    ? own[0]
    : own.find(
        ({ list, ask: { query } }) =>
          list === null && (query['state'] === undefined || query['page'] !== '1'),
      );

/** Lists everything that was created; in every state, if `state=all` lacks an issue that was listed. Then lists the private repository. */
export const allCreated =
  (run: RunContext): RequestScript =>
  async (send) => {
    const [inPrivate, all] = await allEnded([listPrivate(run)(send), listEverything(run)(send)] as const);
    const inState = (state?: string): Promise<Answers> =>
      toTheEnd(run, send, { repository: run.target.writeRepository, state });
    const more = goneFrom(all, run).length === 0 ? [] : [...(await inState()), ...(await inState('closed'))];
    return [...all, ...more, ...inPrivate];
  };

/** Most names of issues in a reason. */
const NAMED = 5;

/** Rules that must hold before listings show creations. */
export const SHOWING: readonly RuleId[] = ['list.ok', 'list.token', 'create.listed', 'create.accepted'];

/** Returns a violation of a creation that is listed twice, with the records that show it. */
export function listedTwice(
  creation: Creation,
  { answers, actual }: { readonly answers: Answers; readonly actual: string },
  run: RunContext,
): Finding {
  const recordsIn = (some: Answers): readonly ShownRecord[] => run.ledger.recordsOf(some, creation);
  const single = answers.find((answer) => recordsIn([answer]).flatMap(({ places }) => places).length > 1);
  const records =
    single === undefined
      ? recordsIn(answers).map(({ name, differs, places }) => ({ name, differs, places: places.slice(0, 1) }))
      : recordsIn([single]);
  const shown = new Set(records.flatMap(({ places }) => places.map(({ exchange }) => exchange)));
  const names = records.map(({ name }) => shortName(name ?? ''));
  const which =
    names.length > 1 ? `${joinAnd(names)} hold one creation` : `${names.join('')} is listed twice`;
  return violated('duplicated', {
    expected: 'each issue once',
    actual: `${actual}: ${which}`,
    answers: answers.filter(({ exchange }) => shown.has(exchange)),
    context: [creation],
    records,
  });
}

/** Returns what was seen of issues that are in no listing any more, which another client may have removed. */
function describeGone(gone: readonly string[], answers: Answers, run: RunContext): string {
  const some = gone.slice(0, NAMED).map(shortName).join(', ');
  const which = gone.length > NAMED ? `${some} …` : some;
  const read = answers.filter(({ list }) => list !== null).map(({ ask: { query } }) => query['state']);
  if (!read.includes('closed'))
    return `No listing shows ${countOf(gone.length, 'earlier issue')} any more (${which}); somebody may have closed issues.`;
  const created = run.ledger.accepted(run.target.writeRepository).length;
  const oneEach = created === gone.length ? ', one for each issue that the run created' : '';
  return `${countOf(gone.length, 'earlier issue is', 'earlier issues are')} in no state any more${oneEach} (${which}).`;
}

/** Returns a violation of a creation that another repository lists too. */
function listedElsewhere(creation: Creation, answers: Answers, run: RunContext): Finding {
  const records = run.ledger.recordsOf(answers, creation);
  const [first] = records.flatMap(({ places }) => places);
  const shown = answers.filter(({ exchange }) => exchange === first?.exchange);
  const where = nameOf((shown[0]?.ask ?? creation.ask).repository);
  const actual = `${shortName(records[0]?.name ?? '')} in ${where} holds an issue of ${nameOf(creation.ask.repository)}`;
  return violated('duplicated', {
    expected: 'each issue in one repository',
    actual,
    answers: shown,
    context: [creation],
    records,
  });
}

/** Demands that no accepted issue is listed twice, nor in the private repository too. A missing issue leaves the rule undecided, because somebody may have removed it. */
export function checkListedOnce({ answers: all }: Attempt, run: RunContext): Finding {
  const isOwn = ({ ask }: Answer): boolean => sameRepository(ask.repository, run.target.writeRepository);
  const answers = all.filter(isOwn);
  // Another record may hold the title alone, too.
  const copiesOf = (one: Creation): number => run.ledger.copies(answers, one);
  const listed = run.ledger
    .acceptedAlone(run.target.writeRepository)
    .filter((one) => one.texts.length > 1 && copiesOf(one) > 0);
  const twice = listed.filter((one) => copiesOf(one) > 1);
  const [first] = twice;
  const actual = `${twice.length} of ${listed.length} accepted issues are listed more than once`;
  if (first !== undefined) return listedTwice(first, { answers, actual }, run);
  const elsewhere = all.filter((answer) => !isOwn(answer));
  const strayed = listed.find((one) => run.ledger.copies(elsewhere, one) > 0);
  if (strayed !== undefined) return listedElsewhere(strayed, elsewhere, run);
  const unread = unreadIn(answers);
  if (unread !== undefined) return blocked(describeListing(unread), 'list.ok', ...LISTS);
  const gone = goneFrom(answers, run);
  if (gone.length > 0)
    return run.stability.inconclusive ?? inconclusiveFinding('unstable', describeGone(gone, answers, run));
  return listed.length > 0
    ? (repeatedInPrivate(elsewhere, run) ?? holds(answers))
    : blocked(
        'The last full listing shows no issue that was created alone, with title and body.',
        ...SHOWING,
      );
}
