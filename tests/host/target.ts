import { type Injected, injecting } from '../../proof/injected.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { ruleReport } from '../../src/host/rule-report.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { RuleReport } from '../../src/report/model.ts';
import type { RunSettings, Surroundings } from '../../src/run/run-settings.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** A reference service in this process, with the settings for a run. */
export function openTarget(
  service: Injected,
  settings: Partial<RunSettings> = {},
): { readonly settings: RunSettings; readonly surroundings: Surroundings } {
  const clock = new VirtualClock();
  const open = openService(injecting({ ...service, clock }));
  return {
    settings: { ...settingsFor(open, 'http://service.test'), ...settings },
    surroundings: { transport: inProcess(open, clock), clock },
  };
}

/** Returns the reports of some rules on such a service. */
export async function reportsOn(
  service: Injected,
  ids: readonly RuleId[],
  given: Partial<RunSettings> = {},
): Promise<readonly RuleReport[]> {
  const { settings, surroundings } = openTarget(service, given);
  const chosen = rules.filter(({ id }) => ids.includes(id));
  const { tried } = await tryRules(settings, chosen, surroundings);
  const { token, outsiderToken } = settings.bed;
  const secrets = new Secrets();
  if (token !== undefined) secrets.add(token, 'TOKEN');
  if (outsiderToken !== undefined) secrets.add(outsiderToken, 'OUTSIDER_TOKEN');
  return tried.map((one) => ruleReport(one, { seed: settings.seed, secrets }));
}
