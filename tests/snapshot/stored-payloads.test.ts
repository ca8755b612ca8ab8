import { describe, expect, it } from 'vitest';
import { StoredPayloads } from '../../src/snapshot/stored-payloads.ts';
import { answered } from './reading.ts';

/** Returns the payloads of a run of which the service answered each with a status. */
function sentWith(status: number, ...payloads: readonly unknown[]): StoredPayloads {
  const stored = new StoredPayloads();
  for (const payload of payloads) {
    const answer = answered({}, status);
    const request = { ...answer.request, method: 'POST' as const, body: JSON.stringify(payload) };
    stored.note({ ...answer, request });
  }
  return stored;
}

const ISSUE = { id: 1, title: 'one' };

describe('a text, or an array, among the issues of a list', () => {
  it('is explained by a payload of this run that was not refused', () => {
    const list = answered([ISSUE, 'text ic-0123456789-000a', []]);
    expect(sentWith(201, 'text ic-0123456789-000a', []).explainsAnswer(list)).toBe(true);
    expect(sentWith(422, 'text ic-0123456789-000a', []).explainsAnswer(list)).toBe(false);
    expect(sentWith(201, []).explainsAnswer(list)).toBe(false);
  });

  it('is explained if an earlier run left it there', () => {
    const list = answered([ISSUE, ['text ic-aaaaaaaaaa-000b'], []]);
    expect(sentWith(201, ['text ic-0123456789-000a'], []).explainsAnswer(list)).toBe(true);
  });
});
