import { expect, it } from 'vitest';
import { revise } from '../../proof/changes/decisions.ts';
import { populate } from '../../src/cli/populate.ts';
import type { Reply } from '../../src/service/request.ts';
import { jsonAnswer } from '../engine/trying.ts';
import { settingsOf, sharedService } from '../support/services.ts';
import { runCli } from '../support/start-cli.ts';
import { openTarget } from '../support/try-service.ts';

/** Populates a service that answers creations in its own way, and ends at a signal. */
async function populated(answer: (place: number, reply: Reply) => Reply, signal?: AbortSignal) {
  const bodies: string[] = [];
  const change = revise('around', async (usual, _inner, { method, body }) =>
    method === 'POST' ? answer(bodies.push(body), await usual) : usual,
  );
  const { settings, surroundings } = openTarget({ changes: [change] });
  const made = await populate(settings, 9, { ...surroundings, signal });
  // A creation is never sent twice with one marker.
  const markers = bodies.map((body) => /ic-testrun001-[0-9a-z]+/.exec(body)?.[0]);
  expect(new Set(markers).size).toBe(markers.length);
  return { ...made, sent: bodies.length };
}

it('populate ends at a creation whose answer is lost, which is not sent again', async () => {
  const lost: Reply = { ...jsonAnswer(503), delivery: 'reset' };
  const made = await populated((place, reply) => (place === 2 ? lost : reply));
  expect(made).toEqual({
    created: 1,
    sent: 2,
    stopped: expect.stringMatching(/(?:reset|connection).*may have been/i),
  });
});

it('populate says of no refused creation that its issue may be there', async () => {
  expect((await populated(() => jsonAnswer(403))).stopped).not.toContain('may have been');
});

it('populate ends at a signal, and counts what was answered', async () => {
  const leaving = new AbortController();
  const made = await populated((place, reply) => {
    if (place === 4) leaving.abort();
    return reply;
  }, leaving.signal);
  expect(made).toEqual({ created: 3, sent: 4, stopped: expect.stringContaining('interrupted') });
});

/** A base URL without a service. */
const NOWHERE = { BASE_URL: 'http://127.0.0.1:1', OWNER: 'acme', REPO: 'widgets' };
const TOKEN = 'some-token-of-mine';
const READY = { ...NOWHERE, TOKEN, WRITES: 'all' };
const reference = sharedService({ issues: 3 });

it.each<[string[], Record<string, string>, number, RegExp]>([
  [['--count', '40'], {}, 0, /^40 of 40/],
  [['--count', '9', '--max-requests', '3'], {}, 3, /^3 of 9[^]*MAX_REQUESTS/],
  [['--count', '9'], { TOKEN }, 2, /^0 of 9[^]*TOKEN/],
  [['--count', '9'], NOWHERE, 2, /^0 of 9[^]*ECONNREFUSED/],
])('populate %j %j ends with %i', async (args, env, exit, says) => {
  const { status, stdout, report } = await runCli(['populate', ...args], {
    env: { ...settingsOf(reference()), ...env },
  });
  expect([status, stdout, report]).toEqual([exit, expect.stringMatching(says), null]);
  // Each creation was answered, or did not arrive.
  expect(stdout).not.toMatch(/may have been|all the same|decided/);
  expect(stdout).not.toContain(TOKEN);
});

it.each<[RegExp, count: string[], Record<string, string>]>([
  [/--count/, [], READY],
  [/--count.*1001/, ['--count', '1001'], READY],
  [/WRITES/, ['--count', '5'], { ...READY, WRITES: '' }],
  [/TOKEN/, ['--count', '5'], { ...READY, TOKEN: '' }],
  [/WRITE_REPO/, ['--count', '5'], { ...READY, WRITE_OWNER: 'a', WRITE_REPO: 'b' }],
])('populate sends nothing if a setting is wrong: %s', async (complaint, count, env) => {
  const { status, stdout, stderr } = await runCli(['populate', ...count], { env });
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(complaint)]);
});

it.each<[string[], Record<string, string>, number, RegExp]>([
  [['--profile', 'quick'], { ...NOWHERE, TOKEN }, 0, /\b60\b[^]*\bGET\b[^]*PRIVATE_REPO/],
  [['run', '--bundled'], {}, 0, /bundled[^]*acme\/widgets/],
  [['--bogus'], NOWHERE, 2, /^$/],
])('a dry run sends nothing, writes no report, and tells the plan: %j', async (args, env, exit, says) => {
  const { status, stdout, report } = await runCli([...args, '--dry-run'], { env });
  expect([status, report]).toEqual([exit, null]);
  expect(stdout).toMatch(says);
  expect(stdout).not.toContain(TOKEN);
});
