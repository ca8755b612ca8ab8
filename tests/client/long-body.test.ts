import { describe, expect, it } from 'vitest';
import { haveSameBody, keptHeaders, type ReceivedResponse, textOf } from '../../src/client/exchange.ts';
import { copyOfStart, LongBodies, SHORT_BODY } from '../../src/client/long-body.ts';
import { Secrets } from '../../src/client/secrets.ts';

const MEBI = 1024 * 1024;

/** Returns a response whose body is kept as in a run. */
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
    expect(copyOfStart('ab😀', 3)).toBe('ab');
    expect(copyOfStart('ab😀', 4)).toBe('ab😀');
  });
});

describe('the headers of an answer', () => {
  it('are kept as they are', () => {
    const headers = { 'content-type': 'application/json', link: '<http://service.test/?page=2>; rel="next"' };
    expect(keptHeaders(headers)).toEqual(headers);
  });

  it('end in a mark where they are longer than anybody needs, and nothing is shown of a secret that ends there', () => {
    const secrets = new Secrets();
    secrets.add('ghp_0123456789abcdef', 'TOKEN');
    const hex = '67 68 70 5f 30 31 32 33 34 35 36 37 38 39 61 62 ';
    const escaped = '&#0000000000000000000103;'.repeat(330);
    const { long, inHex, inFull } = keptHeaders({
      long: 'x'.repeat(9000),
      inHex: `${'y '.repeat(4072)}${hex}63646566${'z'.repeat(900)}`,
      inFull: `${escaped}hp_0123`,
    });
    expect(long).toBe(`${'x'.repeat(8192)}…`);
    expect(secrets.hide(inHex ?? '').slice(-9)).toBe('y y y y …');
    // A header that is repeatedly cut becomes so short that its end is shown.
    const again = '&#0000000103;hp_0123456789abcdef '.repeat(300);
    const { many } = keptHeaders({ many: again });
    expect(secrets.scrubHeader('many', many ?? '')).toMatch(/^(?:<TOKEN> )+…$/);
    expect(secrets.scrubHeader('in-full', inFull ?? '').endsWith('103…')).toBe(false);
  });

  it('are left out where all of them together are more than that', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`x-${index}`, 'y'.repeat(90)]),
    );
    expect(Object.entries(keptHeaders(many)).flat().join('').length).toBeLessThanOrEqual(32 * 1024);
    expect(keptHeaders(many)).toMatchObject({ 'x-0': 'y'.repeat(90), 'x-300': 'y'.repeat(90) });
  });
});
