import { expect, it } from 'vitest';
import { calendar, type Night, nameOfNight, year } from './nights.ts';

/** Numbers of issues at which a rule or an observation once depended on what earlier runs had left. */
const TELLING = new Set([20, 66, 75, 99, 150, 320]);

const changesOn = calendar();
/** One night of so many, so that each number, each profile and each place of the closed issues comes; `npm run repeat` tries all. */
const EVERY = 7;
const sample: readonly Night[] = [
  ...year
    .filter(({ created, closed, place }) => TELLING.has(created) && (closed === 40) === (place === 'newest'))
    .filter((_, at) => at % EVERY === 0),
  // The last creation moves the newest closed issue behind the first 100.
  { created: 76, closed: 3, place: 'newest', profile: 'standard' },
];

it.each(sample.map((night) => [nameOfNight(night), night] as const))(
  'nothing depends on what earlier runs left: %s',
  async (_, night) => {
    expect(await changesOn(night)).toEqual([]);
  },
);
