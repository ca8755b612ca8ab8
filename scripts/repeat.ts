// Shows that the same service gets the same verdict, whatever the speed, the order of answers, and earlier runs:
//   npm run repeat -- latencies [--every N]   every variant and one fault of N, with random latencies
//   npm run repeat -- nights [--every N]      every Nth night of a year
import { parseArgs } from 'node:util';
import { CONCURRENCIES, sampleOf, tryAtAnotherSpeed } from '../tests/repeat/latencies.ts';
import { calendar, nameOfNight, year } from '../tests/repeat/nights.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' } },
});
const every = Number(values.every);
const wrong: string[] = [];

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

async function latencies(): Promise<void> {
  for (const [at, cell] of sampleOf(every, 1).entries())
    for (const concurrency of CONCURRENCIES) {
      // A sample tries only the healthy service with each CONCURRENCY.
      if (every > 1 && cell.kind !== 'conforming' && concurrency !== CONCURRENCIES[at % 4]) continue;
      const changed = await tryAtAnotherSpeed(cell, concurrency);
      wrong.push(...changed.wrong);
      for (const change of changed.others) say(`other than usual: ${change}`);
    }
}

async function nights(): Promise<void> {
  const changesOn = calendar();
  for (const night of year.filter((_, place) => place % every === 0))
    wrong.push(...(await changesOn(night)).map((change) => `${nameOfNight(night)}: ${change}`));
}

if (positionals[0] === 'latencies') await latencies();
else if (positionals[0] === 'nights') await nights();
else throw new Error('Name latencies or nights.');
say(wrong.length === 0 ? 'Nothing is wrong.' : wrong.join('\n'));
if (wrong.length > 0) process.exitCode = 1;
