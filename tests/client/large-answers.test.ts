import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import { textOf } from '../../src/client/exchange.ts';
import { Stopped } from '../../src/client/stopped.ts';
import type { Transport } from '../../src/client/transport.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { HandClock } from './hand-clock.ts';
import { get, LIMITS, sendTo } from './sending.ts';

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
  const [asked, readOn, end] = [event(), event(), event()];
  async function* body(signal: AbortSignal) {
    asked.happen();
    yield Buffer.alloc(MEBI + 1, letter);
    readOn.happen();
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
    await Promise.race([end.happened, aborted]);
    yield Buffer.from('!');
  }
  return { body, asked: asked.happened, readOn: readOn.happened, end: end.happen };
}

/** A client with a hand-driven clock, and responses by path. */
function clientOf(answers: Readonly<Record<string, ReturnType<typeof largeAnswer>>>) {
  const clock = new HandClock();
  const transport: Transport = {
    send: ({ url }, { signal }) => {
      const answer = answers[new URL(url).pathname];
      if (answer === undefined) throw new Error(`nothing is answered to ${url}`);
      return Promise.resolve({
        status: 200,
        headers: { 'content-length': '1048578' },
        body: answer.body(signal),
      });
    },
    close: () => Promise.resolve(),
  };
  const client = new Client({ ...LIMITS, timeoutMs: 150, clock, transport });
  const texts: (string | null)[] = [];
  const send = (path: string) =>
    client.send(() => ({ ...get(`http://service.test${path}`), method: 'POST', body: '{}' }), {
      onAttempt: ({ response }) => texts.push(response === null ? null : textOf(response)),
    });
  return { client, clock, send, texts };
}

/** Waits for all pending work that needs no time. */
const allElse = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('large answers', () => {
  it('are read one at a time, and what one waits for the other is no time of its own', async () => {
    const [first, second] = [largeAnswer('a'), largeAnswer('b')];
    const { client, clock, send, texts } = clientOf({ '/first': first, '/second': second });
    const one = send('/first');
    await first.readOn;
    let isReadOn = false;
    const note = (): void => {
      isReadOn = true;
    };
    void second.readOn.then(note);
    const other = send('/second');
    await second.asked;
    await allElse();
    clock.pass(100);
    await allElse();
    expect(isReadOn).toBe(false);
    first.end();
    const early = await one;
    await second.readOn;
    clock.pass(100);
    second.end();
    const late = await other;
    for (const exchange of [early, late]) {
      expect([exchange.fault, exchange.ms]).toEqual([null, 100]);
      // The next response takes its memory.
      expect(exchange.response?.long?.text).toBeNull();
    }
    expect(texts.map((text) => (text === null ? null : [text[0], text.length]))).toEqual([
      ['a', MEBI + 2],
      ['b', MEBI + 2],
    ]);
    await client.close();
  });

  it('do not wait for one that runs into its time-out any longer than that', async () => {
    const [first, second] = [largeAnswer('a'), largeAnswer('b')];
    const { client, clock, send } = clientOf({ '/first': first, '/second': second });
    const one = send('/first');
    await first.readOn;
    const other = send('/second');
    await second.asked;
    await allElse();
    clock.pass(150);
    expect((await one).fault?.kind).toBe('timeout');
    second.end();
    expect((await other).fault).toBeNull();
    await client.close();
  });

  it('are given up when the run ends, and so are those that wait', async () => {
    const [first, second] = [largeAnswer('a'), largeAnswer('b')];
    const { client, send } = clientOf({ '/first': first, '/second': second });
    const one = send('/first');
    await first.readOn;
    const other = send('/second');
    await second.asked;
    await allElse();
    client.pace.stop(new Stopped('interrupted'));
    const ended = await Promise.allSettled([one, other]);
    expect(ended.map((each) => each.status === 'rejected' && each.reason instanceof Stopped)).toEqual([
      true,
      true,
    ]);
  });
});

describe('a target that', () => {
  it('lists more than is read has answered: how many results it shows at least is known', async () => {
    const element = JSON.stringify({ id: 1, body: 'x'.repeat(100_000) });
    const list = `[${Array.from({ length: 100 }, () => element).join(',')}]`;
    const { exchange, requests } = await sendTo(serveHttp(alwaysAnswer(200, list)));
    expect([exchange.fault, requests]).toEqual([null, 1]);
    expect([exchange.response?.long?.elements, exchange.response?.body.length]).toEqual([83, 4096]);
    const { exchange: other } = await sendTo(serveHttp(alwaysAnswer(200, `{"issues":${list}}`)));
    expect([other.fault?.kind, other.response?.body]).toEqual(['too-large', '']);
  });

  it('encodes its answers many times over sends more than is undone', async () => {
    let body: Buffer = Buffer.from('[]');
    for (let layer = 0; layer < 5; layer += 1) body = gzipSync(body);
    const { exchange } = await sendTo(
      serveHttp(alwaysAnswer(200, body, { 'content-encoding': 'gzip, gzip, gzip, gzip, gzip' })),
    );
    expect(exchange.fault).toEqual({
      kind: 'too-large',
      message: 'the body is encoded 5 times over, and no more than 4 codings are undone',
    });
  });

  it('cuts a long list off is asked again', async () => {
    let requests = 0;
    const whole = JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id })));
    const { exchange } = await sendTo(
      serveHttp((_request, response) => {
        requests += 1;
        // The body is delimited by the end of the connection only.
        response.useChunkedEncodingByDefault = false;
        response.writeHead(200, { connection: 'close' });
        response.end(requests === 1 ? whole.slice(0, -10) : whole);
      }),
    );
    expect([requests, exchange.response?.long?.length]).toEqual([2, whole.length]);
  });
});
