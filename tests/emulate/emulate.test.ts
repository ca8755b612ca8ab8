import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';
import { startEmulate } from './start.ts';

/** Every gating rule that emulate 0.8.0 breaks (its GitHub service), found by hand with curl. It keeps all others. */
const BROKEN = [
  // `per_page=-5` lists one result, not 30.
  'list.per-page.negative',
  // Oldest first.
  'list.sort.invalid-ignores-direction',
  // 200, also for near misses of the real token.
  'list.invalid-token',
  // 401, while a repository that does not exist answers 404.
  'list.private.anonymous',
  // 201 as the first user of the seed; only what begins with eyJ, as a JSON Web Token does, gets 401.
  'create.invalid-token',
  // 201, also for text without a scheme and for Basic.
  'create.malformed-credential',
  // 201, stored as null.
  'create.body-type',
  // 403.
  'create.private.outsider',
];
// It lets made-up tokens in, so nothing shows that others are valid ones.
const UNDECIDED = ['list.token', 'list.page.effective-size', 'list.private.outsider'];

const at = sharedFolder();
let service: Awaited<ReturnType<typeof startEmulate>>;
beforeAll(async () => {
  service = await startEmulate(at());
});
afterAll(() => service.stop());

it('a service that nobody of this project wrote is reported to break what curl shows, and nothing else', async () => {
  const { status, report, stdout } = await runCli(['--seed', '22'], {
    // The emulator is a single process and lists new issues at once.
    env: { ...service.settings, LISTED_WITHIN_MS: '300' },
  });
  const idsOf = (...verdicts: readonly string[]) =>
    report?.rules.flatMap(({ id, verdict, level }) =>
      level !== 'observed' && verdicts.includes(verdict) ? [id] : [],
    );
  expect(idsOf('fail')?.toSorted()).toEqual(BROKEN.toSorted());
  expect(idsOf('inconclusive', 'skip')).toEqual(UNDECIDED);
  expect([status, report?.outcome]).toEqual([1, 'nonconformant']);
  for (const secret of [service.settings.TOKEN, service.settings.OUTSIDER_TOKEN])
    expect(`${stdout}${JSON.stringify(report)}`).not.toContain(secret);
});
