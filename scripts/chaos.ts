// Checks services over a disturbed network, and looks for wrong failures, wrong passes, leaks and hangs:
//   npm run chaos [-- RUNS OF EACH KIND]
import { randomInt } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultId, faults } from '../proof/faults/index.ts';
import { injecting } from '../proof/injected.ts';
import { frozenVerdicts, rulesWith } from '../proof/verdicts.ts';
import { run } from '../src/api/index.ts';
import { startService } from '../src/service/start.ts';
import { serveHttp } from '../tests/support/serve.ts';
import { settingsOf } from '../tests/support/settings-of.ts';

const FAULTS = 10;
const PARALLEL_RUNS = 2;
const DEADLINE_S = 240;
/** Seconds that a run may take beyond its deadline. */
const GRACE_S = 20;

/** Shares of requests that are disturbed, and latency in milliseconds. */
const [RESET, CUT, TOO_MANY, SERVER_ERROR, SLOW] = [0.02, 0.01, 0.02, 0.02, 0.01];
const [LATENCY_MS, JITTER_MS, SLOW_MS] = [5, 30, 800];
/** Milliseconds between two outages, and their length. */
const [AWAY_EVERY_MS, AWAY_MS] = [6000, 400];

const times = Number(process.argv[2] ?? 20);
if (!Number.isInteger(times) || times < 1)
  throw new Error(`"${process.argv[2]}" runs of each kind: it takes a whole number from 1 up.`);

/** Refuses a request, and returns all that its caller sent, as a broken service might print it. */
function refuse({ headers, url }: IncomingMessage, outgoing: ServerResponse, status: number): void {
  const encoded = encodeURIComponent(headers.authorization ?? '');
  outgoing
    .writeHead(status, status === 429 ? { 'retry-after': '1' } : {})
    .end(JSON.stringify({ trouble: true, url, headers, encoded }));
}

/** Disturbs requests on their way to a target: latency, resets, cut bodies, errors and outages. */
function disturbing(target: string) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const isAway = performance.now() % AWAY_EVERY_MS < AWAY_MS;
    await sleep(LATENCY_MS + Math.random() * JITTER_MS + (Math.random() < SLOW ? SLOW_MS : 0));
    const chance = Math.random();
    const isCut = Math.random() < CUT;
    if (isAway || chance < RESET) outgoing.socket?.resetAndDestroy();
    else if (chance < RESET + TOO_MANY) refuse(incoming, outgoing, 429);
    else if (chance < RESET + TOO_MANY + SERVER_ERROR) refuse(incoming, outgoing, 500 + randomInt(5));
    else {
      const { method, headers, url } = incoming;
      const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (isCut)
          answer.once('data', (chunk: Buffer) => {
            outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.socket?.destroy());
          });
        else answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.socket?.destroy());
      incoming.pipe(onward);
    }
  };
}

const brokenBy = (fault: FaultId): readonly string[] =>
  rulesWith(frozenVerdicts.get(`fault ${fault} (standard)`) ?? '', 'fail');

async function wrongIn(fault: FaultId | null, seed: number): Promise<readonly string[]> {
  const service = await startService(injecting({ faults: fault === null ? [] : [fault] }));
  const name = `${fault ?? 'conforming'}, seed ${seed}`;
  const proxy = await serveHttp(disturbing(service.baseUrl));
  try {
    const running = run({ baseUrl: proxy.baseUrl, env: settingsOf(service), seed, deadlineS: DEADLINE_S });
    const report = await Promise.race([running, sleep((DEADLINE_S + GRACE_S) * 1000, null, { ref: false })]);
    if (report === null) return [`${name}: HANG`];
    const broken = fault === null ? [] : brokenBy(fault);
    const wrong = report.rules.flatMap(({ id, verdict }) => {
      if (verdict === 'fail' && !broken.includes(id)) return [`WRONG FAILURE ${id}`];
      return verdict === 'pass' && broken.includes(id) ? [`WRONG PASS ${id}`] : [];
    });
    const text = JSON.stringify(report);
    if ([service.token, service.outsiderToken].some((token) => text.includes(token))) wrong.push('LEAK');
    const { counts, outcome, run: ran } = report;
    process.stdout.write(
      `${name}: ${outcome}, ${counts.pass} pass, ${counts.fail} fail, ${counts.inconclusive + counts.skip} undecided, ${ran.requests} requests (${ran.retries} again), ${Math.round(ran.durationMs / 1000)} s\n`,
    );
    return wrong.map((what) => `${name}: ${what}`);
  } finally {
    await proxy.stop();
    await service.stop();
  }
}

/** Faults that broke all their rules in the matrix, spread over the catalogue. */
const shown = faults.filter(({ id, breaks }) => breaks.every((rule) => brokenBy(id).includes(rule)));
const step = Math.max(1, Math.floor(shown.length / FAULTS));
const chosen = shown.filter((_, index) => index % step === 0);
const waiting = Array.from({ length: times }, (_, nth) => [
  null,
  chosen[nth % chosen.length]?.id ?? null,
]).flat();
const wrong: string[] = [];
async function next(): Promise<void> {
  for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift())
    wrong.push(...(await wrongIn(fault, randomInt(2 ** 31 - 1))));
}
await Promise.all(Array.from({ length: PARALLEL_RUNS }, next));
process.stdout.write(`${wrong.length === 0 ? 'Nothing is wrong.' : wrong.join('\n')}\n`);
if (wrong.length > 0) process.exitCode = 1;
