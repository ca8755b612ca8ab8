import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';
import { startEmulate } from './start.ts';
import { violatedWithCurl } from './with-curl.ts';

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
