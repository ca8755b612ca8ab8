// Runs the rules that decide many times over against services that do not change, with random seeds, and counts the runs
// whose verdicts differ from those of most runs: node scripts/run.js scripts/steadiness.ts [RUNS OF EACH SERVICE]
import { randomInt } from 'node:crypto';
import { variants } from '../src/reference/index.ts';
import { PROFILES } from '../src/trial/profile.ts';
import { GATING } from '../tests/proof/cell.ts';
import { tryReference } from '../tests/support/try-reference.ts';
import { writeProof } from './write-proof.ts';

/** Runs of each service that count as the measurement which docs/proof.md shows. */
const TIMES = 50;
/** Runs under way at once: bad days are waited out, most of the time. */
const AT_ONCE = 8;

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
const services = [REFERENCE, ...variants.filter(({ kind }) => kind === 'bad-day').map(({ id }) => id)];
let differing = 0;
const began = performance.now();
for (const service of services) {
  const runs = await runsOf(service);
  const usual = usualVerdicts(runs);
  const odd = runs.flatMap((run) => {
    const rules = [...run.verdicts].filter(([rule, verdict]) => usual.get(rule) !== verdict);
    return rules.length === 0 ? [] : [{ run, rules }];
  });
  differing += odd.length;
  process.stdout.write(`${service}: ${odd.length} of ${runs.length} runs differ\n`);
  for (const { run, rules } of odd)
    process.stdout.write(
      `  seed ${run.seed}: ${rules.map(([rule, verdict]) => `${rule} ${verdict}, else ${usual.get(rule) ?? 'nothing'}`).join('; ')}\n`,
    );
}
const all = services.length * times;
process.stdout.write(
  `${differing} of ${all} runs differ (${((100 * differing) / all).toFixed(2)} %), in ${Math.round((performance.now() - began) / 1000)} s\n`,
);
if (differing > 0) process.exitCode = 1;
if (times === TIMES) await writeProof({ steadiness: { services: services.length, times, differing } });

async function runsOf(service: string): Promise<Run[]> {
  const runs: Run[] = [];
  const next = async (): Promise<void> => {
    for (let left = times - runs.length; left > 0; left = times - runs.length) {
      const seed = randomInt(2 ** 31 - 1);
      const place = runs.push({ service, seed, verdicts: new Map() }) - 1;
      const { rules } = await tryReference(
        { variants: service === REFERENCE ? [] : [service] },
        { seed, only: GATING, maxRequests: PROFILES.standard.maxRequests.writing },
      );
      runs[place] = { service, seed, verdicts: new Map(rules.map(({ id, verdict }) => [id, verdict])) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return runs;
}

function usualVerdicts(runs: readonly Run[]): Map<string, string> {
  return new Map(
    GATING.map((rule) => {
      const counts = new Map<string, number>();
      for (const { verdicts } of runs) {
        const verdict = verdicts.get(rule) ?? 'nothing';
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      }
      const [most = ['nothing', 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
      return [rule, most[0]];
    }),
  );
}
