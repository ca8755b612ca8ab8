import { expect, it } from 'vitest';
import { populate } from '../../src/cli/populate.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { Reply } from '../../src/service/request.ts';
import { jsonAnswer } from '../engine/trying.ts';
import { using } from '../service/using.ts';
import { settingsOf } from '../support/settings-of.ts';
import { runCli } from '../support/start-cli.ts';
import { openTarget } from '../support/try-service.ts';

const LOST: Reply = { ...jsonAnswer(503), delivery: 'reset' };

interface Populated {
  /** Changes what becomes of a creation, counted from 1. @param arrive carries it out */
  readonly post?: (place: number, arrive: () => Promise<Reply>) => Promise<Reply>;
  readonly ending?: AbortController;
}

/** What became of creations: how many were wanted, created, sent, and stored; and why it ended. */
type Row = [what: string, count: number, how: Populated, ends: readonly number[], stopped: RegExp];
const leaving = new AbortController();

it.each<Row>([
  [
    'is busy once',
    3,
    { post: async (nth, arrive) => (nth === 2 ? jsonAnswer(429, {}, { 'retry-after': '7' }) : arrive()) },
    [3, 4, 3],
    /^$/,
  ],
  [
    'loses an answer',
    4,
    { post: (nth, arrive) => arrive().then((answer) => (nth === 2 ? LOST : answer)) },
    [1, 2, 2],
    /reset|connection/i,
  ],
  ['refuses', 9, { post: async (nth, arrive) => (nth > 2 ? jsonAnswer(401) : arrive()) }, [2, 3, 2], /401/],
  [
    'is left before its answer comes',
    9,
    {
      ending: leaving,
      post: (nth, arrive) => {
        if (nth === 4) leaving.abort();
        return arrive();
      },
    },
    [3, 4, 4],
    /interrupted/,
  ],
])('a service that %s is populated', async (_, count, { post, ending }, ends, stopped) => {
  const bodies: string[] = [];
  const stored: Reply[] = [];
  const change: Change = ({ around }) => ({
    around: (inner, request) => {
      if (request.method !== 'POST') return around(inner, request);
      const arrive = async () => {
        const answer = await around(inner, request);
        if (answer.status === 201) stored.push(answer);
        return answer;
      };
      const nth = bodies.push(request.body);
      return post === undefined ? arrive() : post(nth, arrive);
    },
  });
  const { settings, surroundings } = openTarget({ changes: [change] });
  const made = await populate(settings, count, { ...surroundings, signal: ending?.signal });
  expect([made.created, bodies.length, stored.length]).toEqual(ends);
  expect(made.stopped ?? '').toMatch(stopped);
  // A creation is never sent twice with one marker.
  const markers = bodies.map((body) => /ic-testrun001-[0-9a-z]+/.exec(body)?.[0]);
  expect(new Set(markers).size).toBe(markers.length);
});

/** A base URL without a service; no request may be sent. */
const NOWHERE = { BASE_URL: 'http://127.0.0.1:1', OWNER: 'acme', REPO: 'widgets' };
const TOKEN = 'some-token-of-mine';

it.each([
  [['--count', '40'], {}, 0, /^40 of 40/],
  [['--count', '9', '--max-requests', '3'], {}, 3, /^3 of 9[^]*MAX_REQUESTS/],
  [['--count', '9'], { TOKEN }, 2, /^0 of 9[^]*TOKEN/],
])('populate %j %j ends with %i', async (args, env, exit, says) => {
  await using({ issues: 3 }, async (reference) => {
    const { status, stdout, report } = await runCli(['populate', ...args], {
      env: { ...settingsOf(reference), ...env },
    });
    expect([status, stdout, report]).toEqual([exit, expect.stringMatching(says), null]);
    expect(stdout).not.toContain(TOKEN);
  });
});

it.each<[RegExp, string[], Record<string, string>]>([
  [/--count/, [], { ...NOWHERE, TOKEN, WRITES: 'all' }],
  [/--count.*1001/, ['--count', '1001'], { ...NOWHERE, TOKEN, WRITES: 'all' }],
  [/WRITES/, ['--count', '5'], { ...NOWHERE, TOKEN }],
  [/TOKEN/, ['--count', '5'], { ...NOWHERE, WRITES: 'all' }],
  [/BASE_URL/, ['--count', '5'], { TOKEN, WRITES: 'all' }],
  [/WRITE_REPO/, ['--count', '5'], { ...NOWHERE, TOKEN, WRITES: 'all', WRITE_OWNER: 'a', WRITE_REPO: 'b' }],
])('populate sends nothing if a setting is wrong: %s', async (complaint, args, env) => {
  const { status, stdout, stderr } = await runCli(['populate', ...args], { env });
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
