import { endOf } from '../client/exchange.ts';
import type { Credential } from '../client/request.ts';
import type { Attempt, ByTwin, Case, Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { areIdentical, distance, isShiftedByWrites } from '../listings/compare.ts';
import { areRenamed } from '../listings/records.ts';
import type { Finding, InconclusiveFinding, Violated } from '../model/finding.ts';
import { inconclusiveFinding, needsData } from '../model/finding.ts';
import type { Answer, Answers, Send } from '../model/planned-request.ts';
import { allEnded, DEFAULT_PAGE, isCreation, keyOf, sizeOf } from '../model/planned-request.ts';
import { isOfContents } from '../model/violation-kinds.ts';
import { isOfAnotherWriter } from './preconditions.ts';
import type { AttemptedCase } from './trial.ts';

export async function askAll(scripts: Case['twins'], send: Send): Promise<ByTwin> {
  const answers: Record<string, Answers> = {};
  for (const [name, script] of Object.entries(scripts ?? {})) answers[name] = await script(send);
  return answers;
}

/** Returns a sender that sends equal listings once, and anew after a creation. */
export function sendingOnce(send: Send): Send {
  const sent = new Map<string, Promise<Answer>>();
  return (ask) => {
    if (isCreation(ask)) {
      sent.clear();
      return send(ask);
    }
    const key = keyOf(ask);
    const answer = sent.get(key) ?? send(ask);
    sent.set(key, answer);
    // A request that was not sent because requests ran out may be sent later.
    answer.catch(() => sent.delete(key));
    return answer;
  };
}

export async function firstAttempt(testCase: Case, send: Send): Promise<Attempt> {
  const before = await askAll(testCase.twins, send);
  return { before, answers: await testCase.script(send), after: {}, beforeConfirming: {} };
}

/** Returns an inconclusive finding if something else than the rule explains its violation, else `null`. */
function excuseOf(
  { violation, rule }: Pick<Violated, 'violation'> & { readonly rule: Rule },
  answers: Answers,
  run: RunContext,
): InconclusiveFinding | null {
  const { stability, preflight } = run;
  const sentAs = (validity: Credential['validity']): Answers =>
    answers.filter(({ ask }) => ask.caller.credential.validity === validity);
  if (sentAs('invalid').some(({ exchange }) => exchange.response === null))
    return inconclusiveFinding(
      'limit',
      'An invalid credential got no answer. The service may lock callers out, delay them (set a higher TIMEOUT_MS) or take fewer connections (set a lower CONCURRENCY).',
    );
  const wasValid = stability.shows('cached') && preflight.usualStatus === 200;
  if (wasValid && sentAs('valid').some(({ status }) => status === 401))
    return inconclusiveFinding(
      'limit',
      'A configured token got 401, and cached lists do not show if it has expired meanwhile.',
    );
  if (!isOfAnotherWriter(violation, run)) return null;
  const why = 'The list changed during the run, so this page may be stale.';
  // Without a lasting order, a list looks as if others wrote to it.
  return inconclusiveFinding('unstable', why, [...rule.blockedBy, 'list.page.partition']);
}

/**
 * True if another service may have answered a request without Accept and version: it shows no list. The leak detector judges
 * lists of the private repository.
 */
const isOfAnotherService = ({ ask, list }: Answer, { leakDetector }: RunContext): boolean =>
  ask.bare === true && ((list ?? []).length === 0 || leakDetector.isPrivate(ask));

/** Judges an attempt by the check of its case, unless the answers or the service make it inconclusive. */
export function judge(rule: Rule, { testCase, attempt }: AttemptedCase, run: RunContext): Finding {
  const { before, answers: own, after, beforeConfirming } = attempt;
  const others = [before, after, beforeConfirming].flatMap((twins) => Object.values(twins).flat());
  const answers = [...own, ...others];
  const unsaid = answers.find((answer) => answer.unsaid !== null)?.unsaid;
  if (unsaid != null) return { is: 'inconclusive', ...unsaid };
  const finding = withAllSent(withComparison(testCase.check(attempt, run), attempt, run), attempt, run);
  if (finding.is !== 'holds' && own.some((answer) => isOfAnotherService(answer, run)))
    return needsData('a service that reads requests without Accept and version');
  const excuse =
    finding.is === 'violated'
      ? (renamedIn(finding, attempt, run) ?? excuseOf({ ...finding, rule }, own, run))
      : null;
  if (excuse !== null) return excuse;
  const isOfData = finding.is === 'inconclusive' && finding.cause === 'data';
  const isOfStatus = finding.is === 'violated' && !isOfContents(finding.violation.kind);
  if (rule.judges === 'status' || isOfData || isOfStatus) return finding;
  return run.stability.inconclusive ?? finding;
}

const pageOf = (answer: Answer | undefined): string => answer?.ask.query['page'] ?? '1';

/** Returns the places that the results of a page should have in the whole list, from the first to the one behind the last. */
function rangeOf({ ask: { query } }: Answer): readonly [number, number] {
  const size = sizeOf(query);
  const first = (Number(query['page'] ?? '1') - 1) * size;
  return [first, first + size];
}

/** Returns the parts of two listings that should be equal, because they have the same places; `null` if there are none. */
function partsAlike<T>(
  [own, twin]: readonly [Answer, Answer],
  read: (answer: Answer) => readonly T[] | null,
): readonly [readonly T[], readonly T[]] | null {
  const [mine, theirs] = [read(own), read(twin)];
  const [[from, to], [twinFrom, twinTo]] = [rangeOf(own), rangeOf(twin)];
  const [first, end] = [Math.max(from, twinFrom), Math.min(to, twinTo)];
  if (mine === null || theirs === null || !(first < end)) return null;
  return [mine.slice(first - from, end - from), theirs.slice(first - twinFrom, end - twinFrom)];
}

/** Returns an inconclusive finding if the judged listing shows the issues of another one in their order, under other names. */
function renamedIn(
  { violation }: Violated,
  { answers, before }: Attempt,
  { keys }: RunContext,
): InconclusiveFinding | null {
  const own = answers.find(({ ask }) => ask === violation.judged);
  if (own === undefined || !['wrong-results', 'wrong-order'].includes(violation.kind)) return null;
  const again = answers.filter((other) => other !== own && keyOf(other.ask) === keyOf(own.ask));
  const isRenamed = [...again, ...Object.values(before).flat()].some((other) => {
    const [records, names] = [partsAlike([own, other], ({ list }) => list), partsAlike([own, other], keys)];
    return records !== null && names !== null && !areIdentical(names) && areRenamed(...records);
  });
  const why = 'Records have other names here, though the same issues seem to stand at each place.';
  return isRenamed ? inconclusiveFinding('unclear', why) : null;
}

/** Notes on a violation of contents that its listings were compared, and if writes between them would explain it. */
function withComparison(
  finding: Finding,
  { answers, before, beforeConfirming }: Attempt,
  run: RunContext,
): Finding {
  const twins = Object.values(before).flat();
  const beside = Object.values(beforeConfirming).flat();
  const areCompared = twins.length + beside.length > 0;
  if (finding.is !== 'violated' || !areCompared || answers.some(({ ask }) => isCreation(ask))) return finding;
  const { violation } = finding;
  if (!isOfContents(violation.kind)) return finding;
  const own = answers.at(-1);
  // No write fills a page beyond its size.
  if ((own?.list?.length ?? 0) > sizeOf(own?.ask.query ?? {})) return finding;
  const alike = [...twins, ...beside.filter((other) => pageOf(other) === pageOf(own))];
  const compared = alike.flatMap((other) =>
    answers.flatMap((answer) => {
      const hasEnded = (other.list?.length ?? 0) < Number(other.ask.query['per_page'] ?? DEFAULT_PAGE);
      const [keys, theirs] = partsAlike([answer, other], run.keys) ?? [];
      if (keys === undefined || theirs === undefined) return [];
      return { isShifted: isShiftedByWrites(keys, theirs, hasEnded), distance: distance(keys, theirs) };
    }),
  );
  const isShifted = compared.some((one) => one.isShifted);
  const differing = compared.filter((one) => one.distance > 0);
  const least = Math.min(...(differing.length === 0 ? compared : differing).map((one) => one.distance));
  return { ...finding, violation: { ...violation, compared: { isShifted, distance: least } } };
}

/** Adds what the case and its twins sent until the judged answer, if no records show a violation: another request may have caused it. */
function withAllSent(finding: Finding, { before, answers }: Attempt, { leakDetector }: RunContext): Finding {
  if (finding.is !== 'violated' || finding.violation.records !== undefined) return finding;
  const { violation } = finding;
  const known = new Set(violation.exchanges);
  const judged = violation.exchanges.at(-1);
  const until = judged === undefined ? 0 : endOf(judged);
  const added = (some: Answers) =>
    some.flatMap(({ ask, list, exchange }) => {
      const isPrivateList = list !== null && leakDetector.isPrivate(ask);
      return known.has(exchange) || isPrivateList || exchange.startedAt >= until ? [] : [exchange];
    });
  const twins = added(Object.values(before).flat());
  const exchanges = [...twins, ...added(answers), ...violation.exchanges];
  return {
    ...finding,
    violation: { ...violation, exchanges, twins: [...(violation.twins ?? []), ...twins] },
  };
}

/** Runs tasks, several at a time. After an error no task is started, and the error is thrown once all tasks have ended. */
export async function inParallel(concurrency: number, work: readonly (() => Promise<void>)[]): Promise<void> {
  // A loop that throws ends the generator, and so all other loops.
  const queue = (function* () {
    yield* work;
  })();
  const worker = async (): Promise<void> => {
    for (const task of queue) await task();
  };
  await allEnded(Array.from({ length: concurrency }, worker));
}
