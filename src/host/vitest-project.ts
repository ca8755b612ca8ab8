import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Baseline } from '../baseline/baseline.ts';
import { messageOf } from '../client/thrown.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { print } from '../report/terminal/print.ts';
import { describeProblems, parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { type Gathered, gatherSettings } from '../settings/sources.ts';
import { TELLING, tokensIn } from '../settings/tokens.ts';
import { Delivery, markUnusable } from './deliver.ts';
import { baselineOf, planRun, startBundled } from './plan.ts';
import { vitestShared } from './vitest-shared.ts';
import { afterWait, waitIfAsked } from './wait.ts';

/** Subfolder of the report folder for watch mode. */
const WATCHED = 'watch';
/** Exit status of an invalid call. */
const USAGE = 2;

interface Usable {
  readonly settings: Settings;
  readonly baseline: Baseline;
}

/** @throws {Error} with a sentence on the problem */
async function usable(gathered: Gathered, inFolder: (dir: string) => string): Promise<Usable> {
  const parsed = parseSettings(gathered.raw, gathered);
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
  const { settings } = parsed;
  const baseline = await baselineOf(settings);
  return { settings: { ...settings, REPORT_DIR: inFolder(settings.REPORT_DIR) }, baseline };
}

/** Ends the process like the command line. Vitest would show a stack and exit as if a test had failed. */
function end(sentence: string): never {
  print(process.stderr, `issue-conformance: ${sentence}\n`);
  process.exit(USAGE);
}

/**
 * Global set-up of the project `conformance`. It reads settings from the environment and `.env`, and starts
 * the bundled service if there is no BASE_URL. It ends the process before sending anything if a setting or
 * the baseline is invalid.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { environment } = vitestShared();
  const { watch } = project.vitest.config;
  // Results of watch mode must not replace the report of a whole run.
  const inFolder = (dir: string): string => (watch ? join(dir, WATCHED) : dir);
  let given: RawSettings = environment;
  const hidden = (error: unknown): string => tokensIn(given, TELLING).scrub(messageOf(error));
  const { settings, baseline } = await (async () => {
    const gathered = gatherSettings({}, environment);
    given = gathered.raw;
    return usable(gathered, inFolder);
  })().catch(async (error: unknown) => {
    // An earlier report must not pass for this run's. A folder that cannot be written to is reported by the
    // next run.
    await markUnusable(inFolder(given['REPORT_DIR']?.trim() || 'reports'), hidden(error)).catch(
      () => undefined,
    );
    return end(hidden(error));
  });
  const delivery = await Delivery.begin(settings).catch((error: unknown) => end(hidden(error)));
  const bundled = await startBundled(settings);
  const planned = planRun(settings, bundled, delivery.beginning.runId);
  const waited = await waitIfAsked(settings, planned, (sentence) => {
    print(process.stderr, `issue-conformance: ${sentence}\n`);
  });
  const plan = { ...afterWait(planned, settings, waited), isTriedOnce: !watch, baseline };
  const choose = (rules: readonly RuleId[]): void => project.provide('conformance', { ...plan, rules });
  vitestShared().run = { plan, settings, bundled: bundled !== null, waited, delivery, choose };
  choose(plan.rules);
  return async () => {
    delivery.end();
    await bundled?.stop();
  };
}
