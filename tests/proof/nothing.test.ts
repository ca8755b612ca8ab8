import { describe, it } from 'vitest';
import { ruleIds } from '../../src/catalogue/index.ts';
import { record } from '../../src/proof/record.ts';
import { tryRules } from '../../src/run/in-process.ts';
import { PROFILES } from '../../src/trial/profile.ts';
import { suites } from '../../suites/index.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sessionFor } from '../support/try-reference.ts';
import { cellOf, isRecording, MATRIX_PROFILES } from './cell.ts';

const NAMES = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'secret',
  token: 'token-of-a-member',
  outsiderToken: 'token-of-an-outsider',
};

for (const profile of MATRIX_PROFILES) {
  // They wait for time-outs, most of the time.
  describe.concurrent(`servers that implement nothing (${profile}): no rule passes`, () => {
    for (const [id, { start, says, exit }] of Object.entries(fakeServices)) {
      it(id, async ({ task, expect }) => {
        const service = await start();
        try {
          const settings = sessionFor({ ...NAMES, baseUrl: service.baseUrl });
          const tried = await tryRules(
            {
              ...settings,
              profile,
              maxRequests: PROFILES[profile].maxRequests.writing,
              timeoutMs: 500,
              listedWithinMs: 200,
            },
            suites,
            ruleIds,
          );
          const cell = cellOf('nothing', id, profile, tried);
          task.meta.cell = cell;
          expect(cell.passed).toEqual([]);
          expect(`${tried.unusable ?? ''} ${cell.failed.join(' ')}`).toMatch(says);
          expect(cell.outcome).toBe(exit === 2 ? 'unusable' : 'nonconformant');
          if (!isRecording) expect(record.nothing[id], 'not as docs/proof.md says: npm run proof').toBe(0);
        } finally {
          await service.stop();
        }
      });
    }
  });
}
