import { refusedWith } from '../checks/refused.ts';
import { describeExchange } from '../client/exchange.ts';
import { type Creation, isAccepted } from '../context/ledger.ts';
import { type Attempt, type Case, howSent } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { blocked, type Finding, type InconclusiveFinding, inconclusiveFinding } from '../model/finding.ts';
import type { Payload, PlannedRequest, RequestScript } from '../model/planned-request.ts';
import { describeAnswer, sendInOrder } from '../model/planned-request.ts';
import { joinAnd } from '../model/text.ts';

interface Refusal {
  readonly what: string;
  readonly request: PlannedRequest;
  readonly statuses: readonly number[];
  readonly quick?: boolean;
  /** True to send it twice, because a service may remember a refused credential. */
  readonly isTwice?: boolean;
}

/** Returns an inconclusive finding if valid creations are refused as well, else `null`. */
function withoutControl(run: RunContext): InconclusiveFinding | null {
  const { writeRepository } = run.target;
  if (run.ledger.mayCreate(writeRepository)) return null;
  const tried = run.ledger.byMember(writeRepository);
  const isRead = tried.some(({ exchange }) => exchange.response?.status === 422);
  if (run.settings.writes === 'rejected' && isRead) return null;
  const got = joinAnd([...new Set(tried.map(({ exchange }) => describeExchange(exchange)))]);
  const why =
    got === ''
      ? 'No creation with TOKEN was tried in the public repository.'
      : `In the public repository, creations with TOKEN got ${got}, and none was accepted.`;
  return blocked(why, 'create.accepted');
}

/** Demands a refusal with one of some statuses. A wrong refusal that has another explanation decides nothing. */
function refused({ answers, beforeConfirming }: Attempt, { statuses }: Refusal, run: RunContext): Finding {
  const finding = refusedWith(statuses, answers);
  if (finding.is !== 'violated') return withoutControl(run) ?? finding;
  const other = answers.find(({ status }) => !statuses.includes(status));
  if (other === undefined || isAccepted(other)) return finding;
  const isMember = other.ask.caller.kind === 'member';
  // A service may limit callers without a valid credential apart from others.
  if (!isMember && other.status === 503)
    return inconclusiveFinding(
      'limit',
      `A creation with ${other.ask.caller.label} got 503; the service may limit such callers.`,
    );
  // If valid creations fail as well, neither the payload nor the caller is the reason.
  const missing = isMember || run.settings.writes === 'all' ? withoutControl(run) : null;
  if (missing !== null) return missing;
  const { read = [], valid = [] } = beforeConfirming;
  const notTaken = valid.find((answer) => !isAccepted(answer));
  if (notTaken !== undefined && isMember)
    return blocked(`A valid creation got ${describeAnswer(notTaken)} as well.`, 'create.accepted');
  const unread = read.find((answer) => [401, 403].includes(answer.status));
  const alike = notTaken?.status === other.status ? notTaken : unread;
  if (alike === undefined) return finding;
  return inconclusiveFinding(
    'limit',
    `A ${alike === notTaken ? 'valid ' : ''}creation with TOKEN also got ${describeAnswer(alike)}; the service may limit creations.`,
  );
}

/** Sends a valid creation after a wrong refusal. A caller who was wrongly accepted meets no limit, so none is needed. */
const control = (run: RunContext, asked: PlannedRequest): RequestScript => {
  // Later controls have a payload of their own, so that other creations keep the markers that recordings know.
  const again: Payload = (marker) => ({
    title: run.title(marker),
    body: `Created between others, ${marker}.`,
  });
  let payload = run.valid;
  return async (send) => {
    const isRefused = run.ledger.creations.some((one) => one.ask === asked && !isAccepted(one));
    const isNeeded =
      asked.caller.kind === 'member' || (isRefused && run.ledger.mayCreate(run.target.writeRepository));
    const asks = isNeeded ? [run.post(run.primaryCaller, payload)] : [];
    payload = again;
    return sendInOrder(...asks)(send);
  };
};

/** Sends a creation with TOKEN whose payload the service checks, if no valid creation may be sent. */
const readBefore =
  (run: RunContext): RequestScript =>
  (send) => {
    const isRead = ({ exchange }: Creation): boolean => exchange.response?.status === 422;
    const untitled = run.post(run.primaryCaller, (marker) => ({ body: bodyText(marker) }));
    return sendInOrder(run.ledger.byMember(run.target.writeRepository).find(isRead)?.ask ?? untitled)(send);
  };

export const refusedCase = (run: RunContext, refusal: Refusal): Case => ({
  name: `${refusal.what} with ${refusal.request.caller.label}`,
  script: sendInOrder(refusal.request, ...(refusal.isTwice === true ? [refusal.request] : [])),
  beforeConfirming:
    run.settings.writes === 'all' ? { valid: control(run, refusal.request) } : { read: readBefore(run) },
  quick: refusal.quick ?? false,
  ...howSent(refusal.request),
  check: (attempt) => refused(attempt, refusal, run),
});

export const bodyText = (marker: string): string => `Sent by a check, ${marker}.`;
