import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { using } from '../service/using.ts';
import { settingsOf } from '../support/settings-of.ts';
import { endOfProcess, reportFiles, reportIn, startIn } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();

const resultsSchema = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }),
  ),
});

/** Starts the tests of rules in this checkout, as `npx vitest run --project conformance` does. */
async function testRules(filter: string, env: Readonly<Record<string, string>>) {
  const results = at('results.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'conformance', '-t', filter];
  const reporters = ['--reporter=json', `--outputFile=${results}`];
  const own = { REPORT_DIR: at('reports'), PROFILE: 'quick', ...env };
  const started = startIn('.', [...args, ...reporters], { env: own, command: [process.execPath] });
  const { status } = await endOfProcess(started);
  const { testResults } = resultsSchema.parse(JSON.parse(await readFile(results, 'utf8')));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (result: string) =>
    tests.flatMap((test) => (test.status === result ? ruleIds.filter((id) => test.title.includes(id)) : []));
  return { status, passed: named('passed'), failed: named('failed') };
}

it('a checkout has a test for each rule, which writes the reports of the command', async () => {
  // Two rules lack a setting, which is allowed.
  const lacking = { OUTSIDER_TOKEN: '', PRIVATE_REPO: '', ALLOW_INCOMPLETE: 'true' };
  const { status, passed, failed } = await using({ faults: ['per-page-zero-422'] }, (service) =>
    testRules('list.per-page.(zero|negative)|list.private', { ...settingsOf(service), ...lacking }),
  );
  expect([status, passed, failed]).toEqual([1, ['list.per-page.negative'], ['list.per-page.zero']]);
  const { outcome, rules, run } = await reportIn(at('reports'));
  expect(outcome).toBe('nonconformant');
  const verdictOf = (id: string) => rules.find((rule) => rule.id === id)?.verdict;
  for (const id of ['list.private.anonymous', 'list.private.outsider', 'list.private.member'])
    expect(verdictOf(id)).toBe('skip');
  expect(run.replay?.program).toBe('script');
  expect((await readdir(at('reports'))).toSorted()).toEqual(reportFiles);
});
