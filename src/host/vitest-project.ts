import type { TestProject } from 'vitest/node';
import { prepareDelivery } from './deliver.ts';
import { planRun, startBundled } from './plan.ts';
import { parseSettings } from './settings.ts';
import { describeProblems, gatherSettings } from './settings-sources.ts';
import { vitestShared } from './vitest-shared.ts';

/**
 * Global set-up of the project `conformance`: settings from the environment and `.env`, and the bundled service where
 * there is no BASE_URL.
 *
 * @throws {Error} where a setting is wrong; nothing was sent
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parsed = parseSettings(gatherSettings({}, vitestShared().environment));
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
  const { settings } = parsed;
  await prepareDelivery(settings);
  const bundled = await startBundled(settings);
  const plan = planRun(settings, bundled);
  vitestShared().run = { plan, settings, bundled: bundled !== null };
  project.provide('conformance', plan);
  return async () => bundled?.stop();
}
