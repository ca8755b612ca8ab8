import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { violatedByHand } from './by-hand.ts';
import { settingsOf } from './settings.ts';
import { type RunningEmulate, startEmulate } from './start.ts';

describe('a real service that nobody of this project wrote', () => {
  let service: RunningEmulate;

  beforeAll(async () => {
    service = await startEmulate();
  });

  afterAll(async () => {
    await service.stop();
  });

  for (const profile of ['standard', 'quick']) {
    it(`is reported to break the rules that curl shows by hand to be broken, neither more nor fewer (${profile})`, async () => {
      const { status, report, stdout, stderr } = await runCli(['--profile', profile], {
        env: settingsOf(service),
      });
      expect(stderr).toBe('');
      const failed = report?.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
      expect(failed?.toSorted()).toEqual(violatedByHand.map(({ rule }) => rule).toSorted());
      expect(
        report?.rules.filter(({ verdict, level }) => level !== 'observed' && verdict === 'inconclusive'),
      ).toEqual([]);
      expect(report?.outcome).toBe('nonconformant');
      expect(status).toBe(1);
      for (const secret of [service.token, service.outsiderToken]) {
        expect(stdout).not.toContain(secret);
        expect(JSON.stringify(report)).not.toContain(secret);
      }
    });
  }
});
