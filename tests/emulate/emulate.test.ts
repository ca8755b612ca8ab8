import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { emulateSettings } from './settings.ts';
import { type RunningEmulate, startEmulate } from './start.ts';
import { violatedWithCurl } from './with-curl.ts';

describe('a real service that nobody of this project wrote', () => {
  let service: RunningEmulate;

  // A fresh emulator for each test, because it keeps created issues and becomes slower.
  beforeEach(async () => {
    service = await startEmulate();
  });

  afterEach(async () => {
    await service.stop();
  });

  const runs = (['quick', 'standard', 'thorough'] as const).flatMap((profile) =>
    [11, 22, 33].map((seed) => ({ profile, seed })),
  );

  it.each(runs)(
    'is reported to break the rules that curl shows to be broken, neither more nor fewer ($profile, seed $seed)',
    { timeout: 120_000 },
    async ({ profile, seed }) => {
      const { status, report, stdout, stderr } = await runCli(
        ['--profile', profile, '--seed', String(seed)],
        // The emulator is a single process and lists new issues at once.
        { fresh: true, env: { ...emulateSettings(service), LISTED_WITHIN_MS: '1000' } },
      );
      expect(stderr).toBe('');
      const failed = report?.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
      expect(failed?.toSorted()).toEqual(violatedWithCurl.map(({ rule }) => rule).toSorted());
      expect(
        report?.rules.filter(({ verdict, level }) => level !== 'observed' && verdict === 'inconclusive'),
      ).toEqual([]);
      expect(report?.outcome).toBe('nonconformant');
      expect(status).toBe(1);
      for (const secret of [service.token, service.outsiderToken]) {
        expect(stdout).not.toContain(secret);
        expect(JSON.stringify(report)).not.toContain(secret);
      }
    },
  );
});
