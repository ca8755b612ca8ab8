import { BroadcastChannel } from 'node:worker_threads';
import {
  afterAll,
  beforeAll,
  describe,
  type RunnerTask,
  type RunnerTestFile,
  type TestContext,
  test,
} from 'vitest';
import { dayOf, markRule } from '../baseline/mark.ts';
import { type Group, groupsOf, Session } from '../engine/session.ts';
import type { Phase } from '../model/words.ts';
import type { RuleReport } from '../report/model.ts';
import { listedWords } from '../report/view/baseline.ts';
import { cardText } from '../report/view/card.ts';
import type { Rule } from '../run/rule.ts';
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

/** Returns a group without the rules whose tests the runner's own filter has left out. */
function keptOf(group: Group, file: RunnerTestFile): Group {
  const names = new Set(namesOf(file.tasks));
  const kept = (rules: readonly Rule[]): Rule[] => rules.filter(({ id }) => names.has(id));
  return { ...group, rules: kept(group.rules), early: kept(group.early) };
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
export function hostRules(plan: RunPlan, all: readonly Rule[]): void {
  const runId = plan.isTriedOnce ? plan.session.runId : newRunId();
  const session = new Session({ ...plan.session, runId });
  const { run } = session;
  const tally = tallyOf(run);
  const link = new Link(plan.channel, run);
  const chosen = new Set<string>(plan.rules);
  const groups = groupsOf(all.filter(({ id }) => chosen.has(id)));
  const begun = new Set<Group>();
  for (const [place, group] of groups.entries()) {
    if (group.rules.length === 0) continue;
    describe(group.phase, () => {
      // oxlint-disable-next-line no-empty-pattern -- vitest reads this pattern, and takes no other parameter
      beforeAll(async ({}, { file }) => {
        const kept = keptOf(group, file);
        // No test of these phases runs, but rules that are judged later may need requests in them.
        for (const earlier of groups.slice(0, place).filter((one) => !begun.has(one))) {
          const { early } = keptOf(earlier, file);
          if (early.length > 0) session.begin({ ...earlier, rules: [], early });
          await session.end();
          begun.add(earlier);
        }
        begun.add(group);
        link.enter(group.phase);
        session.begin(kept);
      }, 0);
      for (const rule of group.rules) {
        test.concurrent(rule.id, { meta: { rule: rule.id }, timeout: 0 }, async ({ task, skip }) => {
          const report = ruleReport(await session.try(rule), {
            seed: plan.session.seed,
            secrets: run.secrets,
            takesAnyCertificate: plan.session.route?.checksCertificates === false,
          });
          task.meta.tried = { report, runId, tally: tally(), unusable: run.unusable };
          endTest(report, plan, run, skip);
        });
      }
      afterAll(() => session.end(), 0);
    });
  }
  afterAll(async () => {
    link.close();
    await session.close();
  });
}
