import { describe, it } from 'vitest';
import { record } from '../../proof/record/record.ts';
import { tryRules } from '../../src/host/in-process.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { rules } from '../../suites/index.ts';
import { fakeServices } from '../support/fake-services.ts';
import { settingsFor } from '../support/try-service.ts';
import { cellOf, isRecording, isTried, MATRIX_PROFILES } from './cell.ts';

const NAMES = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'secret',
  token: 'token-of-a-member',
  outsiderToken: 'token-of-an-outsider',
};

/** On a busy machine a slow answer counts as none, and the client waits 30 seconds for the service to come back. */
const TIMEOUT_MS = 60_000;

for (const profile of MATRIX_PROFILES) {
  if (!isTried(profile === 'quick')) continue;
  // Concurrent, because they mostly wait for time-outs.
  describe.concurrent(`servers that implement nothing (${profile}): no rule passes`, () => {
    for (const [id, { start, says, exit }] of Object.entries(fakeServices)) {
      it(id, { timeout: TIMEOUT_MS }, async ({ task, expect }) => {
        const service = await start();
        try {
          const settings = {
            ...settingsFor(NAMES, service.baseUrl),
            profile,
            maxRequests: PROFILES[profile].maxRequests.writing,
            timeoutMs: 500,
            listedWithinMs: 200,
          };
          const tried = await tryRules(settings, rules);
          const cell = cellOf({ kind: 'nothing', id, profile }, tried);
          task.meta.cell = cell;
          expect(cell.passed).toEqual([]);
          expect(cell.untrue, 'reasons name rules that did not fail, or claim what is not so').toEqual([]);
          expect(`${tried.unusable ?? ''} ${cell.alarms.join(' ')}`).toMatch(says);
          expect(tried.unusable === null).toBe(exit === 1);
          if (exit === 1) expect(cell.alarms).not.toEqual([]);
          if (!isRecording) expect(record.nothing[id], 'not as docs/proof.md says: npm run proof').toBe(0);
        } finally {
          await service.stop();
        }
      });
    }
  });
}
