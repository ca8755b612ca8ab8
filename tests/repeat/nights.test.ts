import { expect, it } from 'vitest';
import { Calendar, nameOfNight, year } from './nights.ts';

/** Numbers of issues at which a rule or an observation once depended on what earlier runs had left. */
const TELLING = new Set([20, 66, 75, 99, 150, 320]);

const calendar = new Calendar();
const sample = year.filter(
  ({ created, closed, place, hasOutsider }, at) =>
    TELLING.has(created) && hasOutsider && (closed === 40) === (place === 'newest') && at % 3 !== 0,
);

it.each(sample.map((night) => [nameOfNight(night), night] as const))(
  'nothing depends on what earlier runs left: %s',
  async (_, night) => {
    expect(await calendar.changesOn(night)).toEqual([]);
  },
);
