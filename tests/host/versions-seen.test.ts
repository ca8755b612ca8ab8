import { expect, it } from 'vitest';
import { ciRunOf } from '../../src/host/ci-run.ts';
import { VersionsSeen } from '../../src/host/versions-seen.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 24, 2, 13, second));

/** Returns the versions after some responses, one second apart. */
function seen(versions: readonly string[]) {
  let second = -1;
  const hide = (text: string): string => text.replaceAll('s3cret', '<TOKEN>');
  const found = new VersionsSeen('X-App-Version', hide, () => at(second));
  for (const version of versions) {
    second += 1;
    const headers: Record<string, string> = version === '' ? {} : { 'x-app-version': version };
    found.note({
      request: { method: 'GET', url: 'http://service.test/', headers: {}, body: null },
      response: { status: 200, headers, body: '[]', utf8: true },
      fault: null,
      ms: 1,
      startedAt: 0,
    });
  }
  return found.summary;
}

it('the versions that answers name have their times, hold no secret and no escape, and are few and short', () => {
  const version = { version: '1.4.1', from: at(1).toISOString(), until: at(2).toISOString() };
  expect(seen(['', '1.4.1', '1.4.1'])).toEqual([version]);
  expect(seen(['s3cret\u001b[2J'])[0]?.version).toBe('<TOKEN>\\u{1b}[2J');
  expect(seen(['9'.repeat(5000)])[0]?.version.length).toBeLessThan(100);
  expect(seen(Array.from({ length: 50 }, (_, index) => `${index}`))).toHaveLength(5);
});

const SHA = '0123456789abcdef0123456789abcdef01234567';
const RUN = { GITHUB_SERVER_URL: 'https://g.example', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '17' };

it.each([
  [
    { ...RUN, GITHUB_SHA: SHA },
    { url: 'https://g.example/a/b/actions/runs/17', commit: SHA },
  ],
  [
    { CI_JOB_URL: 'https://l.example/4', CI_COMMIT_SHA: SHA },
    { url: 'https://l.example/4', commit: SHA },
  ],
  [{}, undefined],
  [{ CI_JOB_URL: 'javascript:alert(1)', CI_COMMIT_SHA: 'main' }, undefined],
])('the CI run of %j is %j', (environment, run) => {
  expect(ciRunOf(environment)).toEqual(run);
});
