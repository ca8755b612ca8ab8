// Runs the gating rules many times over against services that do not change, with random seeds, and counts the runs
// whose verdicts differ from those of most runs: node scripts/run.js scripts/flakiness.ts [RUNS OF EACH SERVICE]
import { randomInt } from 'node:crypto';
import { injecting } from '../proof/injected.ts';
import { variants } from '../proof/variants/index.ts';
import { isGating } from '../src/engine/words.ts';
import { type TriedAll, tryRules } from '../src/host/in-process.ts';
import { startService } from '../src/service/start.ts';
import { rules } from '../suites/index.ts';
import { settingsFor } from '../tests/support/try-service.ts';
import { writeProof } from './write-proof.ts';

/** Runs of each service for the measurement that docs/proof.md shows. */
const TIMES = 10;
/** Runs under way at once: bad days are waited out, most of the time. */
const AT_ONCE = 8;

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
/** A run on it waits for a quarter of an hour; the matrix tries it by a virtual clock. */
const SLOWEST = 'limit-30-a-minute';
const services = [
  REFERENCE,
  ...variants
    .filter(({ kind, id }) => (kind === 'bad-day' || id === TIED) && id !== SLOWEST)
    .map(({ id }) => id),
];
/** Whose others write to the list meanwhile. */
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
// On a list that never rests, what can be decided depends on what others happen to do; what fails does not.
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
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return runs;
}

/** Over the network and by the machine's clock, since that is what may differ. */
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
