import { describe, expect, it } from 'vitest';
import { describeRoundTrip, TRIPS } from '../../src/observe/round-trip.ts';

const isFromRequest = (text: string): boolean => text.includes('ic-1');

describe('texts that come back', () => {
  const [unusual] = TRIPS;
  if (unusual === undefined) throw new Error('there is no trip');
  const { body } = unusual;
  const title = unusual.title('ic-1');
  const describeRecord = (record: unknown) =>
    describeRoundTrip([{ trip: unusual, sent: JSON.stringify({ title, body }), record }], isFromRequest);

  it('are compared with what was sent, wherever the record holds them', () => {
    expect(describeRecord({ slug: 'ic-1', meta: { name: title, text: body } })).toBe('unchanged');
  });

  it('show what of them has changed', () => {
    const record = { title: title.replace(/\p{Emoji_Presentation}/gu, '?'), body: body.normalize('NFC') };
    expect(describeRecord(record)).toBe('title changed: emoji; body changed: combining marks');
  });

  it('show that they are not shown', () => {
    expect(describeRecord({ id: 1 })).toBe('title not shown; body not shown');
  });
});
