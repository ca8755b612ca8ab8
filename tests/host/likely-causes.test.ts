import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import { NO_BASELINE } from '../../src/baseline/baseline.ts';
import { runWithin } from '../../src/host/in-process.ts';
import { likelyCauses } from '../../src/host/likely-causes.ts';
import type { Traits } from '../../src/host/traits.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { openService } from '../../src/service/service.ts';
import { rules } from '../../suites/index.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** Returns the likely causes and the failed rules of a run on a service with faults. */
async function run(faults: readonly FaultId[]) {
  const clock = new VirtualClock();
  const service = openService(injecting({ faults, clock }));
  const plan = {
    session: settingsFor(service, 'http://service.test'),
    rules: rules.map(({ id }) => id),
    baseline: NO_BASELINE,
    channel: '',
  };
  const { rules: reports, tally } = await runWithin(plan, rules, {
    transport: inProcess(service, clock),
    clock,
  });
  const failed = [...reports.values()].filter(({ verdict }) => verdict === 'fail');
  return { failed, traits: tally.traits ?? { statuses: {} } };
}
const textsOf = (failed: readonly RuleReport[], traits: Traits) =>
  likelyCauses(failed, traits).map(({ text }) => text);

describe('the likely cause of failures', () => {
  it.each<readonly [readonly FaultId[], RegExp | null]>([
    [['per-page-maximum-50'], /50/],
    [['per-page-ignored'], /30.*`per_page`/],
    [['page-ignored'], /`page`/],
    [['invalid-token-403'], /403 .*401 .*invalid credential/],
    [[], null],
    [['page-overlap'], null],
    [['per-page-one-less'], null],
  ])('is told only if it is one: %j', async (faults, says) => {
    const { failed, traits } = await run(faults);
    expect(textsOf(failed, traits)).toEqual(says === null ? [] : [expect.stringMatching(says)]);
  });

  it('needs two failures, and a status that is never given as documented', async () => {
    const { failed, traits } = await run(['invalid-token-403']);
    expect(textsOf(failed.slice(0, 1), traits)).toEqual([]);
    const statuses = { 'invalid GET': [401, 403], 'invalid POST': [401, 403] };
    expect(textsOf(failed, { ...traits, statuses })).toEqual([]);
  });
});
