import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { NO_BASELINE } from '../baseline/baseline.ts';
import { readBaseline } from '../baseline/read.ts';
import { Delivery } from './deliver.ts';
import { planRun, startBundled } from './plan.ts';
import { parseSettings } from './settings.ts';
import { describeProblems, gatherSettings } from './settings-sources.ts';
import { vitestShared } from './vitest-shared.ts';

/** Where watch mode writes, under the report folder. */
const WATCHED = 'watch';

/**
 * Global set-up of the project `conformance`: settings from the environment and `.env`, and the bundled service where
 * there is no BASE_URL.
 *
 * @throws {Error} where a setting is wrong, or the baseline cannot be used; nothing was sent
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parsed = parseSettings(gatherSettings({}, vitestShared().environment));
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
  const { watch } = project.vitest.config;
  const { REPORT_DIR } = parsed.settings;
  // What is tried while somebody edits must not stand where the report of a whole run is looked for.
  const settings = watch ? { ...parsed.settings, REPORT_DIR: join(REPORT_DIR, WATCHED) } : parsed.settings;
  const { BASELINE } = settings;
  const baseline = BASELINE === undefined ? NO_BASELINE : await readBaseline(BASELINE);
  const delivery = await Delivery.begin(settings);
  const bundled = await startBundled(settings);
  const plan = { ...planRun(settings, bundled, delivery.beginning.runId), isTriedOnce: !watch, baseline };
  vitestShared().run = { plan, settings, bundled: bundled !== null, delivery };
  project.provide('conformance', plan);
  return async () => {
    delivery.end();
    await bundled?.stop();
  };
}
