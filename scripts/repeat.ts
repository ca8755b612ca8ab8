// Shows that the same service gets the same verdict, whatever the speed, the order of answers, and earlier runs:
//   npm run repeat -- latencies [--every N]   one service of N of the matrix, with random latencies
//   npm run repeat -- nights [--every N]      every Nth night of a year
//   npm run repeat -- runs [COUNT]            so many real runs against one service
//   npm run repeat -- recordings [COUNT]      recordings of so many services: whole, and damaged
import { parseArgs } from 'node:util';
import { CONCURRENCIES, sampleOf, tryAtAnotherSpeed } from '../tests/repeat/latencies.ts';
import { Calendar, nameOfNight, year } from '../tests/repeat/nights.ts';
import { someCells, wrongInRecordings } from '../tests/repeat/recordings.ts';
import { changesInRuns } from '../tests/repeat/runs.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { every: { type: 'string' } },
});
const [what = '', count = '30'] = positionals;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Tries things one after the other, and says every few seconds how many were tried. Returns what is wrong. */
async function tryEach<T>(
  all: readonly T[],
  tryOne: (one: T, place: number) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  let said = performance.now();
  for (const [place, one] of all.entries()) {
    wrong.push(...(await tryOne(one, place)));
    if (performance.now() - said < 5000) continue;
    said = performance.now();
    say(`${place + 1} of ${all.length}`);
  }
  say(`${all.length} tried, ${wrong.length} wrong`);
  return wrong;
}

async function latencies(every: number): Promise<readonly string[]> {
  const pairs = sampleOf(every).flatMap((cell) =>
    CONCURRENCIES.map((concurrency) => [cell, concurrency] as const),
  );
  const changes: string[] = [];
  const wrong = await tryEach(pairs, async ([cell, concurrency], place) => {
    const changed = await tryAtAnotherSpeed(cell, concurrency, place);
    changes.push(...changed.others);
    return changed.wrong;
  });
  say(['Verdicts that differ from the usual ones:', ...changes].join('\n'));
  return wrong;
}

async function nights(every: number): Promise<readonly string[]> {
  const calendar = new Calendar();
  return tryEach(
    year.filter((_, place) => place % every === 0),
    async (night) => (await calendar.changesOn(night)).map((change) => `${nameOfNight(night)}: ${change}`),
  );
}

const every = Number(values.every ?? 1);
const ways: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  latencies: () => latencies(every),
  nights: () => nights(every),
  recordings: () => tryEach(someCells(Number(count)), wrongInRecordings),
  runs: () => changesInRuns(Number(count), say),
};
const way = ways[what];
if (way === undefined) throw new Error(`"${what}" is none of ${Object.keys(ways).join(', ')}.`);
const wrong = await way();
if (wrong.length > 0) {
  say(wrong.join('\n'));
  process.exitCode = 1;
}
