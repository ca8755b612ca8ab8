import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Change } from '../../src/service/behaviour.ts';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

const listSchema = z.array(z.object({ number: z.int(), title: z.string(), body: z.string().nullable() }));

/** Returns the newest open issues. */
async function newestOf({ baseUrl, owner, repo }: RunningService): Promise<z.output<typeof listSchema>> {
  const answer = await fetch(`${baseUrl}/repos/${owner}/${repo}/issues?per_page=100`);
  return listSchema.parse(await answer.json());
}

const run = (
  reference: RunningService,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => runCli(['--profile', 'quick', ...args], { env: { ...settingsOf(reference), ...env } });

describe('a run writes', () => {
  it('nothing with WRITES=none, the default: only GET is sent', async () => {
    const sent = new Set<string>();
    const change: Change = ({ around }) => ({
      around: (inner, request) => {
        sent.add(request.method);
        return around(inner, request);
      },
    });
    await using({ changes: [change] }, async (reference) => {
      const { report } = await run(reference, [], { WRITES: '' });
      expect([report?.run.writes, [...sent]]).toEqual(['none', ['GET']]);
      expect(report?.counts.pass).toBeGreaterThan(20);
    });
  });

  it('nothing that is kept with WRITES=rejected, which decides what must be refused', async () => {
    await using({}, async (reference) => {
      const before = await newestOf(reference);
      const { report } = await run(reference, ['--only', 'create'], { WRITES: 'rejected' });
      expect(await newestOf(reference)).toEqual(before);
      const verdictOf = (id: string) => report?.rules.find((rule) => rule.id === id)?.verdict;
      expect([verdictOf('create.missing-title'), verdictOf('create.accepted')]).toEqual(['pass', 'skip']);
    });
  });
});
