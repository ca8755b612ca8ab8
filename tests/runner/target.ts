import { type Injected, injecting } from '../../proof/injected.ts';
import { VirtualClock } from '../../src/client/virtual-clock.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import { openService } from '../../src/service/service.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';

/** A reference service in this process, with the settings for a run. */
export function openTarget(
  service: Injected,
  settings: Partial<RunSettings> = {},
): { readonly settings: RunSettings; readonly surroundings: RunDependencies } {
  const clock = new VirtualClock();
  const open = openService(injecting({ ...service, clock }));
  return {
    settings: { ...settingsFor(open, 'http://service.test'), ...settings },
    surroundings: { transport: inProcess(open, clock), clock },
  };
}
