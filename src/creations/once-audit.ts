import { nameOf, type RepositoryName, sameRepository } from '../client/request.ts';
import { type Creation, isName } from '../context/ledger.ts';
import type { Attempt, Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { shortName } from '../listings/compare.ts';
import type { Finding, ShownRecord } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, violated } from '../model/finding.ts';
import type { Answer, Answers, RequestScript } from '../model/planned-request.ts';
import { allEnded, describeListing } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { countOf, joinAnd } from '../model/text.ts';
import { isWhole, LISTS, listEverything, listPrivate, toTheEnd } from './full-listing.ts';

/** Rules that must hold before listings show creations. */
export const SHOWING: readonly RuleId[] = [
  'list.ok',
  'list.token',
  'list.records',
  'create.listed',
  'create.accepted',
  ...LISTS,
];

const NAMED = 5;

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
const allCreated =
  (run: RunContext): RequestScript =>
  async (send) => {
    const [inPrivate, all] = await allEnded([listPrivate(run)(send), listEverything(run)(send)] as const);
    const inState = (state?: string): Promise<Answers> =>
      toTheEnd(run, send, { repository: run.target.writeRepository, state });
    const more = goneFrom(all, run).length === 0 ? [] : [...(await inState()), ...(await inState('closed'))];
    return [...all, ...more, ...inPrivate];
  };

/** Returns a violation of a creation that is listed twice, with the records that show it; `null` if none is. */
export function listedTwice(created: readonly Creation[], answers: Answers, run: RunContext): Finding | null {
  const twice = created.filter((one) => run.ledger.copies(answers, one) > 1);
  const [creation] = twice;
  if (creation === undefined) return null;
  const recordsIn = (some: Answers): readonly ShownRecord[] => run.ledger.recordsOf(some, creation);
  const single = answers.find((answer) => recordsIn([answer]).flatMap(({ places }) => places).length > 1);
  const records = recordsIn(single === undefined ? answers : [single]);
  const shown = new Set(records.flatMap(({ places }) => places.map(({ exchange }) => exchange)));
  const names = records.map(({ name }) => shortName(name ?? ''));
  const which =
    names.length > 1 ? `${joinAnd(names)} hold one creation` : `${names.join('')} is listed twice`;
  return violated('duplicated', {
    expected: 'each issue once',
    actual: `${twice.length} of ${created.length} accepted issues are listed more than once: ${which}`,
    answers: answers.filter(({ exchange }) => shown.has(exchange)),
    context: [creation],
    records,
  });
}

/** Returns an inconclusive finding of issues that are in no listing any more. */
function goneFinding(gone: readonly string[]): Finding {
  const some = gone.slice(0, NAMED).map(shortName).join(', ');
  const which = gone.length > NAMED ? `${some} …` : some;
  const earlier = countOf(gone.length, 'earlier issue is', 'earlier issues are');
  const finding = blocked(`${earlier} in no listing any more (${which}).`, ...LISTS);
  return { ...finding, advice: `Another client may have removed ${gone.length === 1 ? 'it' : 'them'}.` };
}

function listedElsewhere(creation: Creation, answers: Answers, run: RunContext): Finding {
  const records = run.ledger.recordsOf(answers, creation);
  const [first] = records.flatMap(({ places }) => places);
  return violated('duplicated', {
    expected: 'each issue in one repository',
    actual: `${shortName(records[0]?.name ?? '')} in the private repository holds an issue of ${nameOf(creation.ask.repository)}`,
    answers: answers.filter(({ exchange }) => exchange === first?.exchange),
    context: [creation],
    records,
  });
}

/** Returns an inconclusive finding if several records hold the title of one creation: somebody may have copied it. */
function repeatedTitle(
  listed: Answers,
  repository: RepositoryName | undefined,
  { ledger }: RunContext,
): Finding | null {
  if (repository === undefined) return null;
  const repeated = ledger.acceptedAlone(repository).find((one) => ledger.copies(listed, one) > 1);
  if (repeated === undefined) return null;
  const why = `In ${nameOf(repository)}, ${ledger.copies(listed, repeated)} records hold the title with ${repeated.marker}, which the run created once.`;
  return inconclusiveFinding('unclear', why);
}

/** Demands that no accepted issue is listed twice, nor in the private repository too. A missing issue leaves the rule undecided, because somebody may have removed it. */
function checkListedOnce({ answers: all }: Attempt, run: RunContext): Finding {
  const { writeRepository, privateRepository } = run.target;
  const isOwn = ({ ask }: Answer): boolean => sameRepository(ask.repository, writeRepository);
  const answers = all.filter(isOwn);
  // Another record may hold the title alone, too.
  const found = run.ledger
    .acceptedOfAnybody(writeRepository)
    .filter((one) => one.texts.length > 1 && run.ledger.copies(answers, one) > 0);
  const listed = found.filter(run.ledger.isAlone);
  const twice = listedTwice(listed, answers, run);
  if (twice !== null) return twice;
  const elsewhere = all.filter((answer) => !isOwn(answer));
  const strayed = listed.find((one) => run.ledger.copies(elsewhere, one) > 0);
  if (strayed !== undefined) return listedElsewhere(strayed, elsewhere, run);
  const repeated = found.filter((one) => !listed.includes(one) && run.ledger.copies(answers, one) > 1);
  if (repeated.length > 0)
    return blocked(
      `${countOf(repeated.length, 'issue')} of concurrent creations ${repeated.length === 1 ? 'is' : 'are'} listed more than once by now.`,
      'create.concurrent',
    );
  const unread = unreadIn(answers);
  if (unread !== undefined) return blocked(describeListing(unread), 'list.ok', ...LISTS);
  const gone = goneFrom(answers, run);
  if (gone.length > 0) return run.stability.inconclusive ?? goneFinding(gone);
  return listed.length > 0
    ? (repeatedTitle(answers, writeRepository, run) ??
        repeatedTitle(elsewhere, privateRepository, run) ??
        holds(answers))
    : blocked(
        'The last full listing shows no issue that was created alone, with title and body.',
        ...SHOWING,
      );
}

export const onceAudit = (run: RunContext): Case => ({
  name: 'all accepted issues',
  script: allCreated(run),
  quick: true,
  how: 'alone',
  check: checkListedOnce,
});
