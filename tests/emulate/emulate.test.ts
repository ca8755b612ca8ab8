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
  afterEach(() => service.stop());

  it.each([
    ['quick', 11],
    ['standard', 22],
    ['thorough', 33],
  ])('is reported to break what curl shows to be broken, and nothing else (%s)', async (profile, seed) => {
    const { status, report, stdout } = await runCli(['--profile', profile, '--seed', String(seed)], {
      // The emulator is a single process and lists new issues at once.
      env: { ...emulateSettings(service), LISTED_WITHIN_MS: '1000' },
    });
    const idsOf = (...verdicts: readonly string[]) =>
      report?.rules.flatMap(({ id, verdict, level }) =>
        level !== 'observed' && verdicts.includes(verdict) ? [id] : [],
      );
    expect(idsOf('fail')?.toSorted()).toEqual(violatedWithCurl.map(({ rule }) => rule).toSorted());
    expect(idsOf('inconclusive', 'skip')).toEqual([]);
    expect([status, report?.outcome]).toEqual([1, 'nonconformant']);
    for (const secret of [service.token, service.outsiderToken])
      expect(`${stdout}${JSON.stringify(report)}`).not.toContain(secret);
  });
});
