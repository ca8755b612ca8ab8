import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import { NO_BASELINE } from '../../src/baseline/baseline.ts';
import { runWithin } from '../../src/host/in-process.ts';
import { likelyCauses } from '../../src/host/likely-causes.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** Returns the failed rules of a run on a service with faults. */
async function run(faults: readonly FaultId[]) {
  const clock = new VirtualClock();
  const service = openService(injecting({ faults, clock }));
  const plan = {
    session: settingsFor(service, 'http://service.test'),
    rules: rules.map(({ id }) => id),
    baseline: NO_BASELINE,
    channel: '',
  };
  const { rules: reports } = await runWithin(plan, rules, {
    transport: inProcess(service, clock),
    clock,
  });
  return [...reports.values()].filter(({ verdict }) => verdict === 'fail');
}
describe('the likely cause of failures', () => {
  it.each<readonly [readonly FaultId[], RegExp | null]>([
    [['invalid-token-403'], /403 .*401 .*invalid credential/],
    [[], null],
    [['page-overlap'], null],
    [['per-page-one-less'], null],
  ])('is told if it is one wrong status: %j', async (faults, says) => {
    const failed = await run(faults);
    const texts = likelyCauses(failed).map(({ text }) => text);
    expect(texts).toEqual(says === null ? [] : [expect.stringMatching(says)]);
    expect(likelyCauses(failed.slice(0, 1))).toEqual([]);
  });
});
