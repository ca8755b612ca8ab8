import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import type { Report } from '../../src/report/model.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Runs against a service with a wrong setting. */
async function checked(more: Readonly<Record<string, string>>, reference = service) {
  const env = { ...settingsOf(reference), WRITES: 'none', ...more };
  const { status, stdout, report } = await runCli(['--profile', 'quick', '--seed', '1'], { env });
  if (report === null) throw new Error(`no report: ${stdout}`);
  return { status, stdout: stdout.replaceAll(/\s+/g, ' '), report };
}

const undecided = ({ rules }: Report): string[] =>
  rules.flatMap(({ id, verdict, cause }) => (verdict === 'inconclusive' && cause === 'access' ? [id] : []));
const failed = ({ rules }: Report): string[] =>
  rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));

async function onFault<T>(fault: FaultId, use: (broken: RunningService) => Promise<T>): Promise<T> {
  const broken = await startService(injecting({ faults: [fault] }));
  try {
    return await use(broken);
  } finally {
    await broken.stop();
  }
}

describe('a TOKEN that is refused everywhere as a made-up one is', () => {
  it.each(['none', 'rejected', 'all'])('ends the run with a sentence, with WRITES=%s', async (WRITES) => {
    const { status, stdout, report } = await checked({ TOKEN: 'a-token-of-nobody-1234', WRITES });
    expect([status, report.outcome]).toEqual([2, 'unusable']);
    expect(report.problem).toMatch(
      /^TOKEN is not accepted \(401\): GET .* with a made-up token too\. Check TOKEN/,
    );
    expect(stdout).toContain('TOKEN is not accepted (401)');
    expect(report.counts).toMatchObject({ pass: 0, fail: 0 });
    expect(report.run.created).toBeUndefined();
  });
});

describe('a PRIVATE_REPO that is not found with TOKEN', () => {
  it.each(['none', 'all'])('is no failure, and said at the head, with WRITES=%s', async (WRITES) => {
    const { status, stdout, report } = await checked({ PRIVATE_REPO: 'valut', WRITES });
    expect([status, report.outcome, failed(report)]).toEqual([3, 'incomplete', []]);
    expect(report.problem).toMatch(
      /^TOKEN is answered 404, as for a repository that does not exist: check PRIVATE_REPO \(acme\/valut\)/,
    );
    expect(stdout).toContain(
      'TOKEN is answered 404, as for a repository that does not exist: check PRIVATE_REPO',
    );
    expect(report.problem).not.toContain('exchanged');
    const withCreation = WRITES === 'all' ? ['create.private.outsider'] : [];
    expect(undecided(report)).toEqual([
      'list.private.anonymous',
      'list.private.outsider',
      'list.private.member',
      ...withCreation,
    ]);
  });

  it('is said to be one of exchanged tokens if OUTSIDER_TOKEN lists it', async () => {
    const { token, outsiderToken } = service;
    const { status, report } = await checked({ TOKEN: outsiderToken, OUTSIDER_TOKEN: token });
    expect([status, failed(report)]).toEqual([3, []]);
    expect(report.problem).toContain('TOKEN and OUTSIDER_TOKEN may have been exchanged');
  });

  it('is a failure if TOKEN could create an issue there', async () => {
    const fault: FaultId = 'private-member-404';
    const { status, report } = await onFault(fault, (broken) => checked({ WRITES: 'all' }, broken));
    expect([status, failed(report)]).toEqual([1, ['list.private.member']]);
    const reading = await onFault(fault, (broken) => checked({}, broken));
    expect([reading.status, failed(reading.report)]).toEqual([3, []]);
  });
});
