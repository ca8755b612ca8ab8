import { BroadcastChannel } from 'node:worker_threads';
import { afterAll, beforeAll, type RunnerTask, type TestContext, test } from 'vitest';
import { dayOf, markRule } from '../baseline/mark.ts';
import { Session } from '../engine/session.ts';
import type { Tried } from '../engine/trial.ts';
import type { AnyRule } from '../model/rule.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Phase } from '../model/words.ts';
import type { RuleReport } from '../report/model.ts';
import { cardText } from '../results/card.ts';
import { listedWords } from '../results/lists.ts';
import type { Run } from '../run/run.ts';
import { tallyOf } from './latencies.ts';
import { newRunId, type ProgressMessage, type RunPlan, type StopMessage, type TriedRule } from './plan.ts';
import { ruleReport } from './rule-report.ts';
import { PinChanged, RuleViolated } from './shown-errors.ts';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunPlan;
  }
  interface TaskMeta {
    /** The rule that a test tries, set before it runs. */
    rule?: string;
    /** Result of the rule. */
    tried?: TriedRule;
  }
}

/** Milliseconds between two progress messages. */
const TELL_EVERY_MS = 1000;

/** Returns the names of tests that the runner's own filter has kept. */
function namesOf(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap((task) => {
    if (task.type === 'suite') return namesOf(task.tasks);
    return task.mode === 'run' || task.mode === 'queued' ? [task.name] : [];
  });
}

/** Tells the thread of the host about the progress of a run, and stops the run if that thread says so. */
class Link {
  readonly #channel: BroadcastChannel;
  readonly #run: Run;
  #phase: Phase | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(channel: string, run: Run) {
    this.#run = run;
    this.#channel = new BroadcastChannel(channel);
    this.#channel.onmessage = (message) => {
      const { stop } = (message as { data: StopMessage }).data;
      run.stop(stop);
    };
    this.#channel.unref();
    run.listen(() => {
      if (performance.now() - this.#toldAt >= TELL_EVERY_MS) this.#tell();
    });
  }

  enter(phase: Phase): void {
    this.#phase = phase;
    this.#tell();
  }

  close(): void {
    this.#channel.close();
  }

  #tell(): void {
    this.#toldAt = performance.now();
    const { requests } = this.#run.target.client;
    this.#channel.postMessage({ phase: this.#phase, requests } satisfies ProgressMessage);
  }
}

/** The results of some rules. The promise of each is settled as soon as the rule is decided. */
class Awaited {
  readonly #results = new Map<RuleId, Promise<Tried>>();
  readonly #resolve = new Map<RuleId, (tried: Tried) => void>();
  readonly #reject: ((error: unknown) => void)[] = [];

  constructor(rules: readonly AnyRule[]) {
    for (const { id } of rules) {
      const result = new Promise<Tried>((resolve, reject) => {
        this.#resolve.set(id, resolve);
        this.#reject.push(reject);
      });
      // A rule whose test the runner's own filter has left out has nobody who waits.
      result.catch(() => undefined);
      this.#results.set(id, result);
    }
  }

  /** @throws {Error} if the rule is not among these, or this program is at fault */
  async of({ id }: AnyRule): Promise<Tried> {
    const result = this.#results.get(id);
    if (result === undefined) throw new Error(`${id} is not tried`);
    return result;
  }

  take = (tried: Tried): void => this.#resolve.get(tried.rule.id)?.(tried);

  fail(error: unknown): void {
    for (const reject of this.#reject) reject(error);
  }
}

/** Ends the test of a rule. @throws {RuleViolated | PinChanged} */
function endTest(report: RuleReport, plan: RunPlan, { secrets }: Run, skip: TestContext['skip']): void {
  const marked = markRule(report, plan.baseline, dayOf(new Date()));
  if (marked.known === true) skip(secrets.scrub(`${listedWords(marked) ?? ''} (baseline)`));
  if (report.verdict === 'fail') throw new RuleViolated(secrets.scrub(cardText(marked)));
  if (marked.pin?.state === 'changed') throw new PinChanged(secrets.scrubAll(marked));
  if (report.verdict === 'inconclusive' || report.verdict === 'skip') skip(report.reason);
}

/**
 * Registers each rule of a plan as a vitest test, named by its id. The test fails if the rule fails or a
 * pinned observation changed. An undecided rule, or a failure that the baseline lists, skips its test with
 * the reason.
 */
export function hostRules(plan: RunPlan, all: readonly AnyRule[]): void {
  const runId = plan.isTriedOnce ? plan.session.runId : newRunId();
  const session = new Session({ ...plan.session, runId });
  const { run } = session;
  const tally = tallyOf(run);
  const link = new Link(plan.channel, run);
  const chosen = new Set<string>(plan.rules);
  const rules = all.filter(({ id }) => chosen.has(id));
  const results = new Awaited(rules);
  let running = Promise.resolve();
  // oxlint-disable-next-line no-empty-pattern -- vitest reads this pattern, and takes no other parameter
  beforeAll(({}, { file }) => {
    const names = new Set(namesOf(file.tasks));
    const kept = rules.filter(({ id }) => names.has(id));
    running = session.tryAll(kept, { onTried: results.take, onPhase: (phase) => link.enter(phase) }).then(
      () => undefined,
      (error: unknown) => results.fail(error),
    );
  }, 0);
  for (const rule of rules) {
    test.concurrent(rule.id, { meta: { rule: rule.id }, timeout: 0 }, async ({ task, skip }) => {
      const report = ruleReport(await results.of(rule), {
        seed: plan.session.seed,
        secrets: run.secrets,
        takesAnyCertificate: plan.session.route?.checksCertificates === false,
      });
      task.meta.tried = { report, runId, tally: tally(), unusable: run.unusable };
      endTest(report, plan, run, skip);
    });
  }
  afterAll(async () => {
    await running;
    link.close();
    await session.close();
  }, 0);
}
