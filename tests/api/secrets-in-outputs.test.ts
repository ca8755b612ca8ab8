import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { annotationsOf } from '../../action/annotations.ts';
import { commandText } from '../../action/commands.ts';
import { revise } from '../../proof/changes/decisions.ts';
import { run } from '../../src/api/index.ts';
import { nearMisses } from '../../src/generate/tokens.ts';
import { formatNames, rendered } from '../../src/render/formats.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import { contentOf } from '../render/html-parts.ts';
import { anySecret, partsIn, partsOf, unescaped } from '../support/escapes.ts';
import { bundledHandler } from './bundled.ts';

type Escaped = typeof anySecret extends fc.Arbitrary<infer One> ? One : never;

const [RUNS, HEADERS_OF_A_RUN] = [4, 48];
/** Consecutive characters of a secret that would give it away. */
const TELLING = 10;

/** Answers with the secrets in lists and refusals, in texts, keys and headers, as JSON and as they are. */
function echo(secrets: readonly Escaped[]) {
  let answers = 0;
  return ({ url }: Request): Response => {
    answers += 1;
    const texts = secrets.map((_, at) => secrets[(at + answers) % secrets.length]?.escaped ?? '');
    // After a leak, a terminal shows neither titles nor bodies.
    const isRefused = /per_page|page=|vault/.test(url);
    const records = secrets.map(({ escaped }, id) => ({ id, title: escaped, [escaped]: [escaped] }));
    return new Response(isRefused ? `{"message": "${texts.join(' ')}"}` : JSON.stringify(records), {
      status: isRefused ? 422 : 200,
      headers: { 'x-echo': texts.join(' '), link: texts[0] ?? '' },
    });
  };
}

/** Returns all that a run of these secrets shows. */
async function outputsOf(secrets: readonly Escaped[]): Promise<ReadonlyMap<string, string>> {
  const [token, outsider, ...others] = secrets.map(({ secret }) => secret);
  const headers = Object.fromEntries(others.map((value, at) => [`x-key-${at}`, value]));
  const target = { owner: 'acme', repo: 'widgets', privateRepo: 'vault', token, outsiderToken: outsider };
  const settings = { profile: 'quick', writes: 'rejected', seed: 1, listedWithinMs: 50 } as const;
  const made = await run({ ...target, ...settings, headers, fetch: echo(secrets) });
  // Only a run over a network has commands to show.
  const report = { ...made, run: { ...made.run, handler: false } };
  const document = reportDocument(report, { past: [] });
  const annotations = annotationsOf(report).map(({ level, title, message }) =>
    commandText(level, message, title),
  );
  return new Map([
    ...(await rendered(formatNames, report)),
    ['terminal', terminal(document, { color: false, width: 100 })],
    ['annotations', annotations.join('\n')],
  ]);
}

it('no output of a run shows a secret, whatever the service makes of it', async () => {
  const secrets = fc.sample(anySecret, { numRuns: RUNS * (HEADERS_OF_A_RUN + 2), seed: 1 });
  while (secrets.length > 0) {
    const own = secrets.splice(0, HEADERS_OF_A_RUN + 2);
    const parts = partsOf(
      own.map(({ secret }) => unescaped(secret)),
      TELLING,
    );
    for (const [name, text] of await outputsOf(own)) {
      const shown = unescaped(contentOf(text));
      // The other two have texts of this program alone.
      if (name !== 'badge' && name !== 'annotations') expect(shown, name).toMatch(/<HEADERS`?: `?x-key-\d/);
      expect(partsIn(shown, parts), name).toEqual([]);
    }
  }
});

/** Refuses an invalid credential with a wrong status, and quotes it. */
const quoting = revise('refusalAnswer', (answer, _refusal, status, { header }) => ({
  ...answer,
  status: status === 401 ? 403 : status,
  body: JSON.stringify({ message: `refused: ${header('authorization') ?? ''}` }),
}));

it('a report shows no near miss of TOKEN, though the service quotes what it refuses', async () => {
  const { target } = bundledHandler({ changes: [quoting] });
  const report = JSON.stringify(await run({ ...target, writes: 'rejected' }));
  expect(report).toContain('refused: Bearer <');
  const misses = nearMisses(target.token ?? '', [], 'list');
  expect(misses.length).toBeGreaterThan(2);
  for (const { token } of misses) expect(report).not.toContain(token);
});
