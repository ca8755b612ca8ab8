import { beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../../proof/faults/index.ts';
import { rules } from '../../suites/index.ts';
import { firstDifference, wholeTranscript } from './transcript.ts';
import { within } from './within.ts';

const gating = rules.filter(({ level }) => level !== 'observed').map(({ id }) => id);

describe('the faults', () => {
  it('each have a name of their own', () => {
    const ids = faults.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(ids.length).toBeGreaterThanOrEqual(270);
  });

  it('say in one sentence what was done wrong', () => {
    for (const { description } of faults) expect(description).toMatch(/^[A-Z].{15,}\.$/);
    expect(new Set(faults.map(({ description }) => description)).size).toBe(faults.length);
  });

  it('name rules that there are and that are gating', () => {
    const named: readonly string[] = faults.flatMap(({ breaks }) => breaks);
    const known = new Set<string>(gating);
    expect(named.filter((rule) => !known.has(rule))).toEqual([]);
    expect(faults.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
  });

  it.each(gating)('break %s at least four times', (rule) => {
    const breaking = faults.filter(({ breaks }) => breaks.includes(rule));
    expect(breaking.length).toBeGreaterThanOrEqual(4);
  });
});

describe('what the service answers', () => {
  let expected: readonly string[];

  beforeAll(async () => {
    expected = await wholeTranscript(within());
  });

  it('is the same at each start, as long as it has no fault', async () => {
    expect(await firstDifference(within(), expected)).toBeUndefined();
  });

  it.concurrent.each(faults.map(({ id }) => id))('is changed by %s', async (id) => {
    expect(await firstDifference(within({ faults: [id] }), expected)).toBeDefined();
  });
});
