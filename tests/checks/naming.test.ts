import { describe, expect, it } from 'vitest';
import { compared, issueCalled, namesIn, placesOf } from '../../src/checks/naming.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { LongBody } from '../../src/client/long-body.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { listingOf } from '../../src/snapshot/listing.ts';
import { answered } from '../snapshot/reading.ts';
import { byId, ids, resultsFrom } from './looks.ts';

/** A list whose text is read once, as that of a long body is. */
function readOnce(list: readonly unknown[]): Exchange {
  const text = JSON.stringify(list);
  const long = new LongBody(text.length, text);
  long.bring(Buffer.from(text));
  const { response, ...rest } = answered(text);
  return { ...rest, response: response === null ? null : { ...response, long } };
}

function letGo(answer: Exchange): void {
  const listing = listingOf(answer);
  if (listing.kind !== 'list') return;
  byId.keysOf(listing.records);
  listing.records.letGo();
}

describe('the name of an issue', () => {
  const nameOf = (record: unknown, known = byId): string => {
    const answer = answered([record]);
    return namesIn([answer], known)(answer, 0);
  };

  it('is its number, else what tells it apart, else its title', () => {
    expect(nameOf({ id: 9_000_000_001, number: 42, title: 'Broken' })).toBe('42');
    expect(nameOf({ id: 7, title: 'Broken' })).toBe('7');
    expect(nameOf({ id: 'x'.repeat(60), title: 'Broken' })).toBe('Broken');
    expect(nameOf({ title: 'Broken', text: 'x'.repeat(60) })).toBe('Broken');
  });

  it('is short, and holds no part of a secret that stands across its end', () => {
    const secrets = new Secrets();
    secrets.add('a-token-of-24-characters', 'TOKEN');
    const known = { ...byId, hide: secrets.scrub };
    expect(nameOf({ id: 'x'.repeat(5000) }).length).toBeLessThanOrEqual(40);
    expect(nameOf({ number: `${'x'.repeat(20)}a-token-of-24-characters` }, known)).toBe(
      `${'x'.repeat(20)}<TOKEN>`,
    );
    expect(nameOf({ number: `${'x'.repeat(30)}a-token-of-24-characters` }, known)).not.toContain('a-tok');
  });

  it('is of one kind in all answers: where the records of one were let go, what tells issues apart', () => {
    const [kept, gone] = [answered([{ id: 1, number: 101 }]), readOnce([{ id: 2, number: 102 }])];
    const before = namesIn([kept, gone], byId);
    expect([before(kept, 0), before(gone, 0)]).toEqual(['101', '102']);
    letGo(gone);
    const after = namesIn([kept, gone], byId);
    expect([after(kept, 0), after(gone, 0)]).toEqual(['1', '2']);
  });

  it('stands in quotes where it is no single word', () => {
    expect(issueCalled('42')).toBe('issue 42');
    expect(issueCalled('Broken build')).toBe('issue "Broken build"');
  });
});

describe('two lists beside each other', () => {
  const partOf = (answer: ReturnType<typeof ids>, keys: readonly string[], start = 0) => ({
    answer,
    keys,
    from: start,
  });
  const upTo = (first: number, last: number): string[] =>
    Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

  it('are shown around the first place at which they differ', () => {
    const [own, twin] = [ids(1, 2, 3, 4, 9, 5, 6, 7, 8, 10, 11, 12), resultsFrom(1, 12)];
    const {
      difference,
      own: here,
      twin: there,
    } = compared(
      partOf(own, ['1', '2', '3', '4', '9', '5', '6', '7', '8', '10', '11', '12']),
      partOf(twin, upTo(1, 12)),
      byId,
    );
    expect(difference).toEqual({
      at: 5,
      from: 3,
      case: ['3', '4', '9', '5', '6', '7', '8', '10'],
      twin: upTo(3, 10),
      caseTotal: 12,
      twinTotal: 12,
    });
    expect([here, there]).toEqual(['result 5 is issue 9', 'result 5 is issue 5']);
  });

  it('may be a part of an answer, whose results are named as they stand there', () => {
    const twin = resultsFrom(1, 10);
    const {
      difference,
      own,
      twin: there,
    } = compared(partOf(resultsFrom(1, 5), upTo(1, 5)), partOf(twin, upTo(6, 10), 5), byId);
    expect(difference).toMatchObject({ at: 1, case: upTo(1, 5), twin: upTo(6, 10), twinTotal: 5 });
    expect([own, there]).toEqual(['result 1 is issue 1', 'result 1 is issue 6']);
  });

  it('differ behind the end of the shorter one', () => {
    const { difference, own } = compared(partOf(ids(), []), partOf(resultsFrom(1, 2), ['1', '2']), byId);
    expect(difference).toEqual({ at: 1, from: 1, case: [], twin: ['1', '2'], caseTotal: 0, twinTotal: 2 });
    expect(own).toBe('no result 1');
  });
});

describe('where issues stand', () => {
  it('is said for each answer that lists them, and of no more than a few', () => {
    const [one, other] = [ids(1, 2, 2), resultsFrom(2, 30)];
    const [two, ...others] = placesOf(
      ['2', ...Array.from({ length: 20 }, (_, at) => `${at + 3}`)],
      [one, other],
      byId,
    );
    expect(two).toEqual({
      name: '2',
      at: [
        { exchange: one, result: 2 },
        { exchange: one, result: 3 },
        { exchange: other, result: 1 },
      ],
    });
    expect(others.length).toBeLessThan(10);
    expect(placesOf(['77'], [one], byId)).toEqual([{ name: '77', at: [] }]);
  });
});
