import { describe, expect, it } from 'vitest';
import { isRecording } from './cell.ts';
import { drawnLookAlikes, falseLeaks } from './look-alikes.ts';

/** Services that are tried where the record of the proof is written, and otherwise. */
const [ALL, SOME] = [500, 24];
const SEED = 20_261_123;

describe('services on which private records look like public ones', () => {
  it.each(drawnLookAlikes(isRecording ? ALL : SOME, SEED).map((one) => [JSON.stringify(one), one]))(
    '%s',
    async (_text, one) => {
      expect(await falseLeaks(one)).toEqual([]);
    },
  );
});
