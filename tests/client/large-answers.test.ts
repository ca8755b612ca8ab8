import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import { textOf } from '../../src/client/exchange.ts';
import { HandClock } from './hand-clock.ts';
import { LIMITS, outcomeOf, post } from './sending.ts';

const MEBI = 1024 * 1024;

/** A promise with a function that fulfils it. */
function event(): { readonly happened: Promise<void>; readonly happen: () => void } {
  let happen = (): void => undefined;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happened, happen };
}

/** A large response. It ends when told to, or breaks off when the client aborts. */
function largeAnswer(letter: string) {
  const [asked, readOn, ended] = [event(), event(), event()];
  async function* body(signal: AbortSignal) {
    asked.happen();
    yield Buffer.alloc(MEBI + 1, letter);
    readOn.happen();
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
    await Promise.race([ended.happened, aborted]);
    yield Buffer.from('!');
  }
  return { body, asked: asked.happened, readOn: readOn.happened, end: ended.happen };
}

/** Sends two requests; the answer to the second waits for the first. */
async function twoLarge() {
  const [first, second] = [largeAnswer('a'), largeAnswer('b')];
  const clock = new HandClock();
  const client = new Client({
    ...LIMITS,
    timeoutMs: 150,
    clock,
    transport: {
      send: ({ url }, { signal }) =>
        Promise.resolve({
          status: 200,
          headers: { 'content-length': String(MEBI + 2) },
          body: (url.endsWith('/first') ? first : second).body(signal),
        }),
      close: () => Promise.resolve(),
    },
  });
  const texts: (string | null)[] = [];
  const send = (path: string) =>
    client.send(() => post(`http://service.test${path}`), {
      onAttempt: ({ response }) => texts.push(response === null ? null : textOf(response)),
    });
  const one = send('/first');
  await first.readOn;
  const other = send('/second');
  await second.asked;
  await turn();
  return { client, clock, texts, first, second, one, other };
}

describe('large answers', () => {
  it('are read one at a time, and waiting for one another takes no time of their own', async () => {
    const { client, clock, texts, first, second, one, other } = await twoLarge();
    let isReadOn = false;
    const reading = second.readOn.then(() => (isReadOn = true));
    clock.pass(100);
    await turn();
    expect(isReadOn).toBe(false);
    first.end();
    const early = await one;
    await reading;
    clock.pass(100);
    second.end();
    const late = await other;
    // The next response takes its memory.
    for (const { fault, ms, response } of [early, late])
      expect([fault, ms, response?.long?.text]).toEqual([null, 100, null]);
    expect(texts).toEqual([`${'a'.repeat(MEBI + 1)}!`, `${'b'.repeat(MEBI + 1)}!`]);
    await client.close();
  });

  it('wait no longer for one another than the time-out', async () => {
    const { client, clock, second, one, other } = await twoLarge();
    clock.pass(150);
    expect((await one).fault?.kind).toBe('timeout');
    second.end();
    expect(outcomeOf(await other)).toBe(200);
    await client.close();
  });
});
