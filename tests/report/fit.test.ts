import * as fc from 'fast-check';
import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { beginningOf, bytesInPage, named, shownInPage } from '../../src/report/html/fit.ts';
import { inert } from '../../src/report/text.ts';
import { hostileText } from './hostile-text.ts';

const many = hostileText.map((text) => text.repeat(3));

describe('the bytes of a text in a page', () => {
  it.each([
    ['abc', 3],
    ['é', 2],
    ['日', 3],
    ['😀', 4],
    ['"', 6],
    ['<&>', 13],
  ])('of %j are %i', (text, bytes) => {
    expect(bytesInPage(text)).toBe(bytes);
  });

  it('are as many as an inert text takes there', async () => {
    await fc.assert(
      fc.asyncProperty(many, async (text) => {
        const safe = inert(text);
        expect(bytesInPage(safe)).toBe(Buffer.byteLength((await html`${safe}`).toString()));
      }),
    );
  });
});

describe('the beginning of a text', () => {
  it('is the whole inert text where that fits, and no more than fits where it does not', () => {
    fc.assert(
      fc.property(many, fc.nat(2000), fc.boolean(), (text, most, keepNewlines) => {
        const { text: kept, whole } = beginningOf(text, most, { keepNewlines });
        const safe = inert(text, { keepNewlines });
        expect(bytesInPage(kept)).toBeLessThanOrEqual(most);
        expect(whole).toBe(bytesInPage(safe) <= most);
        expect(whole ? kept === safe : safe.startsWith(kept)).toBe(true);
        expect(inert(kept, { keepNewlines })).toBe(kept);
      }),
      { numRuns: 500 },
    );
  });

  it('has no half of an escape at its end', () => {
    for (let most = 0; most < 24; most += 1)
      expect(beginningOf('\u202e\u202e\u202e\u202e', most).text).toMatch(/^(?:\\u\{202e\})*$/);
  });

  it('parts no character, wherever it is cut', () => {
    for (let most = 100; most < 700; most += 1)
      expect(beginningOf(`x${'😀'.repeat(200)}`, most).text).toMatch(/^x(?:😀)*$/u);
  });
});

describe('a text on one line', () => {
  it('keeps both its ends and says how long it was', () => {
    expect(shownInPage(`begin${'.'.repeat(2000)}end`, 100)).toMatch(/^begin\.+ … 2,008 characters … \.+end$/);
  });

  it('takes no more bytes than it may, and is inert', () => {
    fc.assert(
      fc.property(many, fc.integer({ min: 50, max: 2000 }), (text, most) => {
        const line = shownInPage(text, most);
        expect(bytesInPage(line)).toBeLessThanOrEqual(most);
        expect(inert(line)).toBe(line);
      }),
      { numRuns: 500 },
    );
  });

  it('has no half of an escape on either side of the cut', () => {
    for (let most = 60; most < 120; most += 1) {
      const [head = '', , tail = ''] = shownInPage('\u202e'.repeat(200), most).split(' … ');
      expect(head + tail).toMatch(/^(?:\\u\{202e\})*$/);
      const [first = '', , last = ''] = shownInPage('\n'.repeat(200), most).split(' … ');
      expect(first + last).toMatch(/^(?:\\n)*$/);
    }
  });

  it('loses nothing that only looks like a part of an escape', () => {
    expect(shownInPage('}'.repeat(200), 100)).toMatch(/^\}{30} … 200 characters … \}{30}$/);
  });

  it('is never blank where it names something', () => {
    expect([named('', 100), named(' \n ', 100), named('a', 100)]).toEqual(['(blank)', '(blank)', 'a']);
  });
});
