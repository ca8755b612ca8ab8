import { minuteOf } from '../report/begun-at.ts';
import type { Report } from '../report/model.ts';
import { headlineOf } from '../report/outcome.ts';
import { milliseconds, seconds, whole } from './measures.ts';

/** One thing that both reports say of their run, in words. */
export interface Fact {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** How far a number went: `+3`; empty where it stayed, or where there are not two numbers. */
  readonly difference: string;
}

const ABSENT = 'not in the report';

type Words = (value: number) => string;

function measured(label: string, was: number | undefined, is: number | undefined, words: Words): Fact {
  const text = (value: number | undefined): string => (value === undefined ? ABSENT : words(value));
  const far = was === undefined || is === undefined ? 0 : is - was;
  const alike = far === 0 || text(was) === text(is);
  const difference = alike ? '' : `${far > 0 ? '+' : '−'}${words(Math.abs(far))}`;
  return { label, before: text(was), after: text(is), difference };
}

const COUNTED = ['pass', 'fail', 'inconclusive', 'skip', 'observed'] as const;

/** What came of the two runs and what they took. */
export function factsOf(before: Report, after: Report): readonly Fact[] {
  const said = (label: string, of: (report: Report) => string): Fact => ({
    label,
    before: of(before),
    after: of(after),
    difference: '',
  });
  const number = (label: string, words: Words, of: (report: Report) => number | undefined): Fact =>
    measured(label, of(before), of(after), words);
  return [
    said('outcome', headlineOf),
    ...COUNTED.map((verdict) => number(verdict, whole, ({ counts }) => counts[verdict])),
    said('begun (UTC)', ({ run }) => minuteOf(run.startedAt)),
    number('duration', seconds, ({ run }) => run.durationMs),
    number('requests', whole, ({ run }) => run.requests),
    number('median latency', milliseconds, ({ run }) => run.latency?.medianMs),
    number('95 % within', milliseconds, ({ run }) => run.latency?.p95Ms),
    number('longest', milliseconds, ({ run }) => run.latency?.maxMs),
    said('seed', ({ run }) => String(run.seed)),
  ];
}
