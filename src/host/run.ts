import type { Report } from '../report/model.ts';
import type { RunningService } from '../service/start.ts';
import type { RawSettings, Settings } from '../settings/parse.ts';
import { selectionOf } from '../settings/selection.ts';
import type { OnState } from './collector.ts';
import { baselineOf, type Interrupting, planRun, startBundled } from './plan.ts';
import { reportOf } from './report-run.ts';
import { RuleThread } from './rule-thread.ts';
import type { Beginning } from './unfinished.ts';
import { afterWait, waitIfAsked } from './wait.ts';

interface Watcher {
  readonly onState: OnState;
  /** Receives a sentence for people, without a full stop. */
  readonly tell: (sentence: string) => void;
}

/** Called with the number of rules before the run starts. */
export type OnPlan = (total: number) => Watcher;

/** Context of a run besides its settings. */
export interface Running {
  readonly beginning: Beginning;
  readonly interruption: Interrupting;
}

/** Returns the address and commit of the CI run, from the variables of GitHub and GitLab; `undefined` if neither is set. */
function ciRunOf(environment: RawSettings): Report['run']['ci'] {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SHA, CI_JOB_URL, CI_COMMIT_SHA } =
    environment;
  const url = GITHUB_RUN_ID
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
    : (CI_JOB_URL ?? '');
  const commit = GITHUB_SHA ?? CI_COMMIT_SHA ?? '';
  const found = {
    ...(/^https?:\/\/[\x21-\x7e]{1,500}$/.test(url) ? { url } : {}),
    ...(/^[0-9a-f]{7,64}$/.test(commit) ? { commit } : {}),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

/**
 * Runs from settings to report: starts the bundled service if there is no base URL, tries the rules under
 * vitest, and assembles the report.
 * @throws {BadBaseline} if the baseline is invalid
 */
export async function run(
  settings: Settings,
  { beginning, interruption }: Running,
  onPlan: OnPlan,
): Promise<Report> {
  const began = performance.now();
  const baseline = await baselineOf(settings);
  // Vitest and the rules take equally long to load, so they load on two threads.
  const thread = new RuleThread();
  let bundled: RunningService | null = null;
  try {
    const host = import('./vitest-host.ts');
    bundled = await startBundled(settings);
    const planned = planRun(settings, bundled, beginning.runId);
    const { onState, tell } = onPlan(planned.rules.length);
    const tellOfWait = (sentence: string): void => {
      onState({ activity: 'wait' });
      tell(sentence);
    };
    const waited = await waitIfAsked(settings, planned, tellOfWait, interruption.signal);
    const plan = afterWait(planned, settings, waited);
    const collected = await (await host).runUnderVitest(plan, thread, onState, interruption);
    const areMissing = plan.rules.some((id) => !collected.rules.has(id));
    const record = {
      bundled: bundled !== null,
      label: settings.LABEL,
      targetVersion: settings.TARGET_VERSION,
      ci: ciRunOf(process.env),
      selection: selectionOf(settings),
      baseline,
      startedAt: beginning.startedAt,
      durationMs: performance.now() - began,
      cutShort: collected.cutShort,
      waited,
    };
    // Imported only if needed, since loading all rules takes time.
    return reportOf(plan, collected, record, areMissing ? (await import('../../suites/index.ts')).rules : []);
  } finally {
    // Not awaited: a thread that is busy may take long to end.
    void thread.stop();
    await bundled?.stop();
  }
}
