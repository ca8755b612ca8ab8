// Runs the gating rules many times against unchanging services with random seeds. It counts runs whose
// verdicts differ from those of most runs: node scripts/run.js scripts/flakiness.ts [RUNS OF EACH SERVICE]
import { randomInt } from 'node:crypto';
import { injecting } from '../proof/injected.ts';
import { variants } from '../proof/variants/index.ts';
import { type TriedAll, tryRules } from '../src/host/in-process.ts';
import { isGating } from '../src/model/words.ts';
import { startService } from '../src/service/start.ts';
import { rules } from '../suites/index.ts';
import { settingsFor } from '../tests/support/try-service.ts';
import { writeProof } from './write-proof.ts';

/** Runs of each service in the measurement for docs/proof.md. */
const TIMES = 10;
/** Concurrent runs; most of them wait most of the time. */
const PARALLEL_RUNS = 8;

const gating = rules.filter(isGating);

interface Run {
  readonly service: string;
  readonly seed: number;
  /** Verdicts by rule. */
  readonly verdicts: ReadonlyMap<string, string>;
}

const times = Number(process.argv[3] ?? TIMES);
if (!Number.isInteger(times) || times < 2)
  throw new Error(`"${process.argv[3]}" runs of each service: it takes a whole number from 2 up.`);

const REFERENCE = 'the reference service';
const TIED = 'equals-change-places';
/** Excluded, because a run takes a quarter of an hour. The matrix tries it with a virtual clock. */
const SLOWEST = 'limit-30-a-minute';
const services = [
  REFERENCE,
  ...variants
    .filter(({ kind, id }) => (kind === 'bad-day' || id === TIED) && id !== SLOWEST)
    .map(({ id }) => id),
];
/** True if other writers change the list of the service. */
const isBusy = (service: string): boolean => /^(?:somebody|robot)-/.test(service);
const found = {
  quiet: { services: 0, times, differing: 0, failing: 0 },
  busy: { services: 0, times, differing: 0, failing: 0 },
};
const began = performance.now();
for (const service of services) {
  const runs = await runsOf(service);
  const usual = usualVerdicts(runs);
  const odd = runs.flatMap((run) => {
    const others = [...run.verdicts].filter(([rule, verdict]) => usual.get(rule) !== verdict);
    return others.length === 0 ? [] : [{ run, others }];
  });
  const group = found[isBusy(service) ? 'busy' : 'quiet'];
  group.services += 1;
  group.differing += odd.length;
  group.failing += odd.filter(({ run }) => [...run.verdicts.values()].includes('fail')).length;
  process.stdout.write(`${service}: ${odd.length} of ${runs.length} runs differ\n`);
  for (const { run, others } of odd)
    process.stdout.write(
      `  seed ${run.seed}: ${others.map(([rule, verdict]) => `${rule} ${verdict}, else ${usual.get(rule) ?? 'nothing'}`).join('; ')}\n`,
    );
}
const differing = found.quiet.differing + found.busy.differing;
const all = services.length * times;
process.stdout.write(
  `${differing} of ${all} runs differ (${((100 * differing) / all).toFixed(2)} %), in ${Math.round((performance.now() - began) / 1000)} s\n`,
);
// On a changing list, decided rules depend on the other writers; failed rules do not.
if (found.quiet.differing > 0 || found.busy.failing > 0) process.exitCode = 1;
if (times === TIMES) await writeProof({ flakiness: found });

async function runsOf(service: string): Promise<Run[]> {
  const runs: Run[] = [];
  const next = async (): Promise<void> => {
    for (let left = times - runs.length; left > 0; left = times - runs.length) {
      const seed = randomInt(2 ** 31 - 1);
      const place = runs.push({ service, seed, verdicts: new Map() }) - 1;
      const { tried } = await runOnce(service, seed);
      const verdicts = new Map(tried.map(({ rule, verdict }) => [rule.id, verdict.verdict]));
      runs[place] = { service, seed, verdicts };
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_RUNS }, next));
  return runs;
}

/** Runs over the network and with the real clock, because these cause flakiness. */
async function runOnce(service: string, seed: number): Promise<TriedAll> {
  const reference = await startService(injecting({ variants: service === REFERENCE ? [] : [service] }));
  try {
    return await tryRules({ ...settingsFor(reference, reference.baseUrl), seed }, gating);
  } finally {
    await reference.stop();
  }
}

function usualVerdicts(runs: readonly Run[]): Map<string, string> {
  return new Map(
    gating.map(({ id }) => {
      const counts = new Map<string, number>();
      for (const { verdicts } of runs) {
        const verdict = verdicts.get(id) ?? 'nothing';
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      }
      const [most = ['nothing', 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
      return [id, most[0]];
    }),
  );
}
