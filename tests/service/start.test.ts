import { expect, it } from 'vitest';
import { revise } from '../../proof/changes/decisions.ts';
import { findFault } from '../../proof/faults/index.ts';
import { injecting } from '../../proof/injected.ts';
import { startService } from '../../src/service/start.ts';
import { type RunningService, using } from '../support/services.ts';

/** Lists issues with `fetch`, or creates one: these tests must not depend on the client of the suite. */
const send = ({ baseUrl, owner, repo }: RunningService, token = '', payload?: object): Promise<Response> =>
  fetch(`${baseUrl}/repos/${owner}/${repo}/issues`, {
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(payload !== undefined && { method: 'POST', body: JSON.stringify(payload) }),
  });

async function newestTitle(asked: RunningService): Promise<string | undefined> {
  const [newest] = (await (await send(asked)).json()) as { readonly title: string }[];
  return newest?.title;
}

it('the bundled service listens on the loopback interface alone, on a free port or the one that is asked for', async () => {
  await using({}, async ({ baseUrl }) => {
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(fetch(baseUrl.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
    const port = Number(new URL(baseUrl).port);
    await expect(startService({ port })).rejects.toThrow(`${port}`);
  });
});

it('the bundled service knows only the faults and variants that there are', () => {
  expect(() => findFault('nonsense')).toThrow(/nonsense.*per-page-default-25/);
  expect(() => injecting({ variants: ['nonsense'] })).toThrow(/nonsense.*created-204/);
});

it('the bundled service stops, also twice, although a connection is kept open', async () => {
  const reference = await startService();
  await (await send(reference)).text();
  await reference.stop();
  await reference.stop();
  await expect(send(reference)).rejects.toThrow();
});

it('an answer of the bundled service breaks off where a variant says so: inside its body, or before its first byte', async () => {
  await using({ variants: ['reset-intermittently', 'cut-intermittently'] }, async (reference) => {
    for (let request = 1; request <= 16; request += 1) await newestTitle(reference);
    const cut = await send(reference);
    expect(cut.status).toBe(200);
    await expect(cut.text()).rejects.toThrow();
    await newestTitle(reference);
    await expect(send(reference)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });
});

it('an answer of the bundled service is 500 where the service itself fails, and the next one is whole again', async () => {
  let nth = 0;
  const failing = revise('around', (usual) =>
    (nth += 1) === 1 ? Promise.reject(new Error('a fault')) : usual,
  );
  await using({ changes: [failing] }, async (reference) => {
    expect((await send(reference)).status).toBe(500);
    expect((await send(reference)).status).toBe(200);
  });
});
