import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { ciRunOf } from '../../src/host/ci-run.ts';
import { VersionsSeen } from '../../src/host/versions-seen.ts';
import { versionsSeen } from '../../src/report/view/version.ts';
import { conformant } from '../report/examples.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 24, 2, 13, second));

const answer = (headers: Readonly<Record<string, string>>): Exchange => ({
  request: { method: 'GET', url: 'http://service.test/', headers: {}, body: null },
  response: { status: 200, headers, body: '[]', utf8: true },
  fault: null,
  ms: 1,
  startedAt: 0,
});

/** Returns the versions after some responses, one second apart. */
function seen(versions: readonly string[], header = 'X-App-Version') {
  let second = -1;
  const found = new VersionsSeen(
    header,
    (text) => text.replaceAll('s3cret', '<TOKEN>'),
    () => at(second),
  );
  for (const version of versions) {
    second += 1;
    found.note(answer(version === '' ? {} : { 'x-app-version': version }));
  }
  return found.summary;
}

const told = (versions: readonly string[]): string | null =>
  versionsSeen({ ...conformant.run, targetVersions: seen(versions) });

describe('the version that answers name', () => {
  it('is that of the header, whatever its letter case, with the times of its answers', () => {
    expect(seen(['', '1.4.1', '1.4.1'])).toEqual([
      { version: '1.4.1', from: at(1).toISOString(), until: at(2).toISOString() },
    ]);
    expect(seen([''])).toEqual([]);
  });

  it('holds no secret and nothing that a screen obeys, and is cut to a length', () => {
    expect(seen(['s3cret\u001b[2J'])[0]?.version).toBe('<TOKEN>\\u{1b}[2J');
    expect(seen(['9'.repeat(5000)])[0]?.version.length).toBeLessThan(100);
  });

  it('is one of a few, however many a header names', () => {
    expect(seen(Array.from({ length: 50 }, (_, index) => `${index}`))).toHaveLength(5);
  });

  it('is said to have changed, with the time, only if it did', () => {
    expect(told(['1.4.1', '1.4.1'])).toBeNull();
    expect(told(['1.4.1', '1.4.1', '1.4.2'])).toBe(
      '1.4.1 until 02:13:01, then 1.4.2 (UTC): a deployment was going on',
    );
    expect(told(['1.4.1', '1.4.2', '1.4.1'])).toMatch(
      /^1\.4\.1 from 02:13:00 to 02:13:02, 1\.4\.2 from 02:13:01 to 02:13:01 \(UTC\): .* or the service runs several versions$/,
    );
  });
});

describe('the CI run', () => {
  it('is that of GitHub or GitLab', () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    expect(
      ciRunOf({
        GITHUB_SERVER_URL: 'https://github.example',
        GITHUB_REPOSITORY: 'acme/widgets',
        GITHUB_RUN_ID: '17',
        GITHUB_SHA: commit,
      }),
    ).toEqual({ url: 'https://github.example/acme/widgets/actions/runs/17', commit });
    expect(ciRunOf({ CI_JOB_URL: 'https://gitlab.example/-/jobs/4', CI_COMMIT_SHA: commit })).toEqual({
      url: 'https://gitlab.example/-/jobs/4',
      commit,
    });
  });

  it('is none elsewhere, nor of values that are no address and no commit', () => {
    expect(ciRunOf({})).toBeUndefined();
    expect(ciRunOf({ CI_JOB_URL: 'javascript:alert(1)', CI_COMMIT_SHA: 'main' })).toBeUndefined();
  });
});
