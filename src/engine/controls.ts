import { LEAK_RULES } from '../context/leak-detector.ts';
import type { Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { listEverything } from '../creations/full-listing.ts';

/** Sends the controls of later rules: a valid creation, and the canary. @throws {Stopped} */
export async function sendControls(run: RunContext, rules: readonly Rule[]): Promise<void> {
  const { writes, target } = run.settings;
  if (writes !== 'all' || run.member === null || run.preflight.unwritableReason !== null) return;
  // A refusal shows something only with a valid creation, even if no rule on valid creations was selected.
  const isNeeded = rules.some(({ phase }) => phase !== 'lists');
  const areAccepted = (): boolean => run.ledger.mayCreate(target.writeRepository);
  if (isNeeded && !areAccepted()) await run.send(run.post(run.member, run.valid));
  const isRefused = run.ledger.creations.length > 0 && !areAccepted();
  const isWatched = rules.some(({ id }) => LEAK_RULES.has(id));
  if (target.privateRepository === undefined || isRefused || !isWatched) return;
  const canary = (marker: string): unknown => ({
    title: `Conformance check ${run.leakDetector.secret} ${marker}`,
    body: null,
  });
  await run.send(run.post(run.member, canary, target.privateRepository));
  await run.send(run.list(run.member, {}, target.privateRepository));
  if (!run.leakDetector.isCanaryShown)
    await listEverything(run, target.privateRepository)((ask) => run.send(ask));
}

/** True if an anonymous caller was listed private records. Only `quick` has listed nothing before it writes. @throws {Stopped} */
export async function isPrivateShown(run: RunContext): Promise<boolean> {
  const { privateRepository } = run.target;
  if (privateRepository !== undefined && run.settings.profile === 'quick')
    await run.send(run.list(run.anonymous, {}, privateRepository));
  return run.leaks.some(({ rule, answer }) => rule === 'list.private.anonymous' && answer.list !== null);
}
