import type { Report } from '../../src/report/model.ts';
import { conformant, nonconformant } from '../report/examples.ts';

const FIRST = Date.parse('2026-11-20T16:18:09.123Z');
const MINUTE = 60_000;

/** Returns a report of a run some minutes after the first one. */
export function runAt(
  minute: number,
  part: { id?: string; target?: Partial<Report['target']> } = {},
): Report {
  return {
    ...nonconformant,
    target: { ...nonconformant.target, ...part.target },
    run: {
      ...nonconformant.run,
      id: part.id ?? `run${minute}`,
      startedAt: new Date(FIRST + minute * MINUTE).toISOString(),
    },
  };
}

/** Returns a report of a run on the bundled service, whose port differs each time. */
export function bundledAt(minute: number): Report {
  const { target } = conformant;
  return runAt(minute, { target: { ...target, baseUrl: `http://127.0.0.1:${40_000 + minute}` } });
}
