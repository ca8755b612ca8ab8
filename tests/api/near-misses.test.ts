import { expect, it } from 'vitest';
import { run } from '../../src/api/index.ts';
import { nearMisses } from '../../src/generate/tokens.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { bundledHandler } from './bundled.ts';

/** Refuses an invalid credential with a wrong status, and quotes it. */
const quoting: Change = (b) => ({
  refusalAnswer: (refusal, status, request) => ({
    ...b.refusalAnswer(refusal, status, request),
    ...(status === 401 ? { status: 403 } : {}),
    body: JSON.stringify({ message: `refused: ${request.header('authorization') ?? ''}` }),
  }),
});

it('a report shows no near miss of TOKEN, though the service quotes what it refuses', async () => {
  const { target } = bundledHandler({ changes: [quoting] });
  const report = JSON.stringify(await run({ ...target, writes: 'rejected' }));
  expect(report).toContain('refused: Bearer <');
  const misses = nearMisses(target.token ?? '', [], 'list');
  expect(misses.length).toBeGreaterThan(2);
  for (const { token } of misses) expect(report).not.toContain(token);
});
