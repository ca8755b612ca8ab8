import type { RepositoryName } from '../client/request.ts';
import { isLost } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import { linksOf } from '../listings/links.ts';
import type { Answer, Answers, PlannedRequest, RequestScript, Send } from '../model/planned-request.ts';
import { LARGEST_PAGE, sendInOrder } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';

/** Rules that must hold before a full listing shows something. */
export const LISTS: readonly RuleId[] = [
  'list.per-page.fills',
  'list.per-page.maximum',
  'list.per-page.at-most',
  'list.page.slices',
  'list.page.second',
  'list.page.partition',
];

/** Pages that a full listing walks before it searches for the end by leaps. */
const WALKED_PAGES = [1, 2, 3];
/** Pages beyond which no list is searched. */
const MAX_PAGE = 10_000_000;

/** Walks through pages of a size until one is not full. */
export async function walk(send: Send, pages: readonly PlannedRequest[], size: number): Promise<Answers> {
  const answers: Answer[] = [];
  for (const page of pages) {
    const answer = await send(page);
    answers.push(answer);
    if ((answer.list?.length ?? 0) < size) break;
  }
  return answers;
}

/** Returns the page to which the link `last` of a listing leads, if there is one. */
export function linkedLast(answer: Answer | undefined): number | undefined {
  const page = Number(answer === undefined ? 0 : linksOf(answer.exchange).get('last')?.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : undefined;
}

/** Finds the end of a long list at its likely page, or by leaps. Returns the page that is not full, and a full one before it. */
async function lastPages(
  send: Send,
  page: (number: number) => PlannedRequest,
  likely: number | undefined,
): Promise<Answers> {
  const asked = new Map<number, Answer>();
  const at = async (number: number): Promise<Answer> => {
    const answer = asked.get(number) ?? (await send(page(number)));
    asked.set(number, answer);
    return answer;
  };
  const sizeAt = async (number: number): Promise<number> => (await at(number)).list?.length ?? 0;
  let low = WALKED_PAGES.length;
  let high = low * 4;
  if (likely !== undefined) {
    const size = await sizeAt(likely);
    if (size >= LARGEST_PAGE) [low, high] = [likely, likely + 1];
    else if (size > 0) return [await at(likely)];
    else if (likely > low) high = likely;
  }
  while (high < MAX_PAGE && (await sizeAt(high)) >= LARGEST_PAGE) [low, high] = [high, high * 4];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await sizeAt(middle)) >= LARGEST_PAGE) low = middle;
    else high = middle;
  }
  return [await at(low), await at(low + 1)];
}

/** Walks through a list in pages of 100, and continues at its end if it is long. */
export async function toTheEnd(
  run: RunContext,
  send: Send,
  {
    repository = run.target.repository,
    state,
    likelyEnd,
  }: {
    readonly repository?: RepositoryName;
    readonly state?: string | undefined;
    /** A page near the end, or behind it. */
    readonly likelyEnd?: number;
  } = {},
): Promise<Answers> {
  const query = { ...(state === undefined ? {} : { state }), per_page: String(LARGEST_PAGE) };
  const page = (number: number): PlannedRequest =>
    run.list(run.primaryCaller, { ...query, page: String(number) }, repository);
  const walked = await walk(send, WALKED_PAGES.map(page), LARGEST_PAGE);
  if (walked.length < WALKED_PAGES.length || walked.at(-1)?.list?.length !== LARGEST_PAGE) return walked;
  const likely = linkedLast(walked[0]) ?? likelyEnd ?? run.listed.endOf(repository, state);
  const end = await lastPages(send, page, likely);
  const last = end.findLast((answer) => (answer.list?.length ?? 0) > 0);
  if (last === undefined) return [...walked, ...end];
  const number = Number(last.ask.query['page']);
  run.listed.noteEnd(repository, state, number);
  // New issues may stand at the end, and the last page may be too short for all of them.
  const isGrowing = end.length === 1 && run.ledger.creations.some((one) => run.ledger.copies(end, one) > 0);
  return [...walked, ...(isGrowing ? [await send(page(number - 1))] : []), ...end];
}

/** Lists everything of a repository, in every state that can be listed; under `all` alone if that holds everything. */
export const listEverything =
  (run: RunContext, repository: RepositoryName = run.target.writeRepository): RequestScript =>
  async (send) => {
    const inState = (state?: string): Promise<Answers> => toTheEnd(run, send, { repository, state });
    const isFound = (): boolean => !run.ledger.creations.some(isLost);
    const all = await inState('all');
    if (run.listed.isWholeInAll(repository) && isFound()) return all;
    const open = await inState();
    const isAll = run.listed.noteWhole(repository, run.keysIn(all), open.map(run.keys));
    return [...all, ...open, ...(isAll && isFound() ? [] : await inState('closed'))];
  };

export function listPrivate(run: RunContext): RequestScript {
  const { privateRepository } = run.target;
  if (privateRepository === undefined) return sendInOrder();
  return sendInOrder(run.list(run.primaryCaller, { per_page: String(LARGEST_PAGE) }, privateRepository));
}

/** Returns the last first page that is not of closed issues alone: where most services list a new issue. */
export function newestPage(answers: Answers): Answers {
  const first = answers.findLast(
    ({ ask: { query }, list }) =>
      list !== null && query['state'] !== 'closed' && (query['page'] ?? '1') === '1',
  );
  return first === undefined ? answers.slice(-1) : [first];
}

/** True if no list is longer than the pages that a full listing walks. */
export const isWhole = (answers: Answers): boolean =>
  !answers.some(
    ({ ask: { query }, list }) =>
      query['page'] === String(WALKED_PAGES.length) && list?.length === LARGEST_PAGE,
  );
