import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';
import { startEmulate } from './start.ts';

const LIST = '"$BASE_URL/repos/$OWNER/$REPO/issues';
const PRIVATE = '"$BASE_URL/repos/$OWNER/$PRIVATE_REPO/issues"';
const STATUS = 'curl -s -o /dev/null -w "%{http_code}\\n"';
const CREATE = `${STATUS} -X POST -d '{"title":"By hand"}'`;

/**
 * Every gating rule that emulate 0.8.0 breaks (its GitHub service), with the command that shows it. It keeps all others.
 * The commands need BASE_URL, OWNER, REPO, PRIVATE_REPO and the tokens in the environment.
 */
const violatedWithCurl: Readonly<Record<string, string>> = {
  // 1 result, not 30.
  'list.per-page.negative': `curl -s ${LIST}?per_page=-5" | jq length`,
  // Oldest first.
  'list.sort.invalid-ignores-direction': `curl -s ${LIST}?sort=qzxv-9137&direction=asc" | jq -c "map(.number)"`,
  // 200, also for near misses of the real token.
  'list.invalid-token': `${STATUS} -H "Authorization: Bearer made-up-token" ${LIST}"`,
  // 401, while a repository that does not exist answers 404.
  'list.private.anonymous': `${STATUS} ${PRIVATE}`,
  // 403.
  'list.private.outsider': `${STATUS} -H "Authorization: Bearer $OUTSIDER_TOKEN" ${PRIVATE}`,
  // 201 as the first user of the seed; only what begins with eyJ, as a JSON Web Token does, gets 401.
  'create.invalid-token': `${CREATE} -H "Authorization: Bearer made-up-token" ${LIST}"`,
  // 201, also for text without a scheme and for Basic.
  'create.malformed-credential': `${CREATE} -H "Authorization: Bearer " ${LIST}"`,
  // 201, stored as null.
  'create.body-type': `${STATUS} -X POST -d '{"title":"By hand","body":1}' -H "Authorization: Bearer $TOKEN" ${LIST}"`,
  // 403.
  'create.private.outsider': `${CREATE} -H "Authorization: Bearer $OUTSIDER_TOKEN" ${PRIVATE}`,
};

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
  // Where made-up tokens are let in, nothing shows that others are valid ones.
  const undecided = ['list.token', 'list.page.effective-size', 'list.private.outsider'];
  const broken = Object.keys(violatedWithCurl).filter((rule) => !undecided.includes(rule));
  expect(idsOf('fail')?.toSorted()).toEqual(broken.toSorted());
  expect(idsOf('inconclusive', 'skip')).toEqual(undecided);
  expect([status, report?.outcome]).toEqual([1, 'nonconformant']);
  for (const secret of [service.settings.TOKEN, service.settings.OUTSIDER_TOKEN])
    expect(`${stdout}${JSON.stringify(report)}`).not.toContain(secret);
});
