import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { Listings } from '../../src/run/listings.ts';
import { specOfLook } from '../checks/looks.ts';
import { answered, faulty, records } from '../snapshot/reading.ts';

/** The cause for which missing data may exist anyway, after some answers to one listing. */
function causeAfter(...answers: readonly Exchange[]): string | undefined {
  const listings = new Listings();
  for (const exchange of answers) listings.hear({ exchange, spec: specOfLook({}), caller: 'anonymous' });
  return listings.misgiving?.cause;
}

describe('data that the listings of a run do not show', () => {
  it('is missing if each listing had one answer, be it a refusal', () => {
    expect(causeAfter(answered(records(1, 5)), answered(records(1, 6)))).toBeUndefined();
    expect(causeAfter(answered({}, 404))).toBeUndefined();
  });

  it('may exist if a listing had no answer, or none that can be read', () => {
    expect(causeAfter(answered({}, 500))).toBe('unanswered');
    expect(causeAfter(faulty('timeout'))).toBe('unanswered');
    expect(causeAfter(faulty('too-large'))).toBe('limit');
  });

  it('may exist if one request had two statuses, or lists of quite different lengths', () => {
    expect(causeAfter(answered(records(1, 5)), answered({}, 404))).toBe('unstable');
    expect(causeAfter(answered(records(1, 5)), answered(records(1, 30)))).toBe('unstable');
  });
});
