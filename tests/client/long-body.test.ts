import { describe, expect, it } from 'vitest';
import { haveSameBody, keptHeaders, type ReceivedResponse, textOf } from '../../src/client/exchange.ts';
import { beginningOf, LongBodies, SHORT_BODY } from '../../src/client/long-body.ts';

const MEBI = 1024 * 1024;

/** The answer with a body, as one run keeps it. */
const keeping =
  (bodies: LongBodies) =>
  (text: string): ReceivedResponse => ({
    status: 200,
    headers: {},
    ...bodies.keep(Buffer.from(text)),
    utf8: true,
  });

describe('a body', () => {
  it('is a part of its answer where it is short', () => {
    const answer = keeping(new LongBodies())('x'.repeat(SHORT_BODY));
    expect([answer.body.length, answer.long, textOf(answer)]).toEqual([SHORT_BODY, undefined, answer.body]);
  });

  it('is there as a whole where it is long, until it was read', () => {
    const answer = keeping(new LongBodies())('x'.repeat(SHORT_BODY + 1));
    expect([answer.body.length, textOf(answer)?.length]).toEqual([SHORT_BODY, SHORT_BODY + 1]);
    answer.long?.letGo();
    expect([answer.body.length, textOf(answer)]).toEqual([SHORT_BODY, null]);
  });

  it('that comes again is the same one, and is there again', () => {
    const keep = keeping(new LongBodies());
    const [one, other] = [keep('y'.repeat(5000)), keep('z'.repeat(5000))];
    one.long?.letGo();
    const again = keep('y'.repeat(5000));
    expect(again.long).toBe(one.long);
    expect(textOf(one)).toBe('y'.repeat(5000));
    expect([haveSameBody(one, again), haveSameBody(one, other)]).toEqual([true, false]);
  });

  it('differs from another that begins alike', () => {
    const keep = keeping(new LongBodies());
    const [one, other] = [keep(`${'y'.repeat(5000)}1`), keep(`${'y'.repeat(5000)}2`)];
    expect([one.body === other.body, haveSameBody(one, other)]).toEqual([true, false]);
    expect([haveSameBody(one, null), haveSameBody(null, null)]).toEqual([false, true]);
  });

  it('that nobody reads is let go where too many wait, the oldest first', () => {
    const keep = keeping(new LongBodies());
    const answers = ['a', 'b', 'c', 'd', 'e'].map((letter) => keep(letter.repeat(2 * MEBI)));
    expect(answers.map((answer) => textOf(answer)?.[0] ?? null)).toEqual([null, 'b', 'c', 'd', 'e']);
    const newest = keep('f'.repeat(20 * MEBI));
    expect(answers.map(textOf)).toEqual([null, null, null, null, null]);
    expect(textOf(newest)).toHaveLength(20 * MEBI);
  });
});

describe('the beginning of a text', () => {
  it('ends with a whole character', () => {
    expect(beginningOf('ab😀', 3)).toBe('ab');
    expect(beginningOf('ab😀', 4)).toBe('ab😀');
  });
});

describe('the headers of an answer', () => {
  it('are kept as they are', () => {
    const headers = { 'content-type': 'application/json', link: '<http://service.test/?page=2>; rel="next"' };
    expect(keptHeaders(headers)).toEqual(headers);
  });

  it('end at a blank where they are longer than anybody needs, so that nothing is cut in two', () => {
    const { long, dense } = keptHeaders({
      long: `${'word '.repeat(1600)}${'x'.repeat(500)}`,
      dense: 'x'.repeat(9000),
    });
    expect([long, dense]).toEqual(['word '.repeat(1600).trimEnd(), '']);
  });

  it('are left out where all of them together are more than that', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`x-${index}`, 'y'.repeat(90)]),
    );
    expect(Object.entries(keptHeaders(many)).flat().join('').length).toBeLessThanOrEqual(32 * 1024);
    expect(keptHeaders(many)).toMatchObject({ 'x-0': 'y'.repeat(90), 'x-300': 'y'.repeat(90) });
  });
});
