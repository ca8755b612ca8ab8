import { overlap } from '../client/exchange.ts';
import { isAccepted, isLost } from '../context/ledger.ts';
import { type Attempt, around, type Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { ServerErrors } from '../context/server-errors.ts';
import type { Finding } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, violated, wrongStatus } from '../model/finding.ts';
import { type Answer, type Answers, describeAnswer, type PlannedRequest } from '../model/planned-request.ts';
import { createAndLocate, creationsIn, creationsOf, isOverload } from './follow.ts';
import { newestPage } from './full-listing.ts';
import { listedTwice } from './once-audit.ts';

/** Demands that each creation of a burst is accepted, concurrently or alone after it, and that each accepted issue turns up once. */
function checkBurst(attempt: Attempt, length: number, run: RunContext): Finding {
  const { answers } = attempt;
  const all = creationsOf(answers);
  const [sent, again] = [all.slice(0, length), all.slice(length)];
  const control = withoutSingle(attempt, run);
  if (control !== null) return control;
  const refused = sent.find(({ status }) => [401, 403, 404].includes(status));
  if (refused !== undefined)
    return inconclusiveFinding('access', `A concurrent creation with TOKEN got ${refused.status}.`, [
      'create.accepted',
    ]);
  const isUnanswered = ({ status, exchange }: Answer): boolean =>
    status === 0 && exchange.fault?.kind !== 'gone';
  if (sent.some(isUnanswered))
    return inconclusiveFinding(
      'unanswered',
      `Some of ${sent.length} concurrent creations got no complete answer.`,
    );
  // The client has already retried overloaded creations.
  const attempts = sent.flatMap((answer) => answer.transmissions);
  const isTogether = attempts.some((one, at) => attempts.slice(at + 1).some((other) => overlap(one, other)));
  if (!isTogether) return notConcurrent(run);
  const first = all.find((answer) => !isAccepted(answer) && !isOverload(answer.status));
  if (first !== undefined) return notTaken(first, sent, run);
  const refusedAgain = again.find((answer) => !isAccepted(answer));
  if (refusedAgain !== undefined)
    return inconclusiveFinding(
      'limit',
      `A creation that was refused as overload got ${describeAnswer(refusedAgain)} alone, right after it.`,
    );
  const creations = creationsIn(all, run);
  const lost = creations.filter(isLost);
  // A single creation does not show if the next creation removes its issue.
  const [single, ...others] = creationsIn(attempt.before['single'] ?? [], run);
  const isGone = single !== undefined && others.length === 0 && run.ledger.copies(answers, single) === 0;
  if (lost.length > 0 && isGone)
    return inconclusiveFinding('unclear', 'An issue that was listed before others were created is gone.', [
      'create.once',
    ]);
  if (lost.length > 0 && run.ledger.listedLate(run.target.writeRepository).length > 0)
    return inconclusiveFinding('unstable', 'Other issues turned up later than LISTED_WITHIN_MS.', [
      'create.listed',
    ]);
  const [missing] = lost;
  if (missing !== undefined)
    return violated('lost', {
      expected: 'each accepted one listed',
      actual: `${lost.length} of ${creations.length} accepted issues are not listed: ${missing.marker} is missing`,
      answers: newestPage(answers),
      context: [missing],
    });
  const twice = listedTwice(creations, answers, run);
  if (twice !== null || sent.some(isAccepted)) return twice ?? holds(all);
  return inconclusiveFinding('limit', 'The service refused every concurrent creation as overload.');
}

/** Returns why no two creations of a burst were concurrent, as far as the run saw it. */
function notConcurrent({ settings: { maxRate }, client }: RunContext): Finding {
  if (maxRate !== undefined)
    return {
      ...inconclusiveFinding('setting', `No creations were concurrent with MAX_RATE=${maxRate}.`),
      advice: 'Set a higher MAX_RATE.',
    };
  const { workingRate } = client.throttle.adaptive;
  const refused =
    workingRate === null
      ? ''
      : `; the service refused requests at a higher rate than ${workingRate} a second`;
  return inconclusiveFinding('limit', `No creations were concurrent${refused}.`);
}

/** Judges a creation of a burst that was neither accepted nor refused as overload, unless other requests get 5xx as well. */
function notTaken(first: Answer, sent: Answers, run: RunContext): Finding {
  const intermittent =
    first.status < 500 ? null : (run.errors.intermittent('GET') ?? run.errors.intermittent('POST'));
  if (intermittent !== null)
    return inconclusiveFinding(
      'unstable',
      `Other requests get intermittent ${ServerErrors.inWords(intermittent.statuses)} as well.`,
    );
  const alike = sent.filter(({ status }) => status === first.status).length;
  const where =
    alike > 0 ? ` for ${alike} of ${sent.length} concurrent creations` : ' for one that is sent again alone';
  return wrongStatus(`each of ${sent.length} accepted`, first, { where });
}

/** Returns an inconclusive finding if a creation alone has the same trouble, else `null`. */
function withoutSingle(attempt: Attempt, run: RunContext): Finding | null {
  const answers = around(attempt, 'single').flat();
  const single = creationsOf(answers);
  const creations = creationsIn(single, run);
  if (single.some((answer) => !isAccepted(answer)))
    return blocked('A single creation is not accepted.', 'create.accepted');
  if (creations.some(isLost))
    return blocked(
      'The run found a single creation in no list within LISTED_WITHIN_MS.',
      'create.listed',
      'create.once',
    );
  return creations.some((one) => run.ledger.copies(answers, one) > 1)
    ? blocked('A single creation is listed more than once.', 'create.once')
    : null;
}

export function burst(run: RunContext): Case {
  const [singles, length] = run.settings.profile === 'quick' ? [1, 4] : [2, 8];
  const valid = (count: number): PlannedRequest[] =>
    Array.from({ length: count }, () => run.post(run.primaryCaller, run.valid));
  return {
    name: `${length} concurrent valid creations`,
    // After a single issue that is not listed, a burst decides nothing.
    script: async (send) =>
      run.lag.wasVain ? [] : await createAndLocate(run, valid(length), 'together')(send),
    unsearched: createAndLocate(run, valid(length), 'together, unsearched'),
    twins: { single: createAndLocate(run, valid(singles), 'in turn') },
    quick: true,
    how: 'alone',
    check: (attempt) => checkBurst(attempt, length, run),
  };
}
