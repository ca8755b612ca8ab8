import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Change } from '../../src/service/behaviour.ts';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

/** Returns the newest open issues. */
async function newestOf({ baseUrl, owner, repo }: RunningService): Promise<z.output<typeof listSchema>> {
  const answer = await fetch(`${baseUrl}/repos/${owner}/${repo}/issues?per_page=100`);
  return listSchema.parse(await answer.json());
}
const listSchema = z.array(z.object({ number: z.int(), title: z.string(), body: z.string().nullable() }));

describe('what a run writes', () => {
  it('is nothing with WRITES=none, the default: only GET is sent', async () => {
    const methods = new Set<string>();
    const change: Change = ({ around }) => ({
      around: (inner, request) => {
        methods.add(request.method);
        return around(inner, request);
      },
    });
    await using({ changes: [change] }, async (reference) => {
      const { report } = await runCli([], { env: { ...settingsOf(reference), WRITES: '' } });
      expect(report?.run.writes).toBe('none');
      expect(report?.counts.pass).toBeGreaterThan(20);
      expect([...methods]).toEqual(['GET']);
    });
  });

  it('is nothing that is kept with WRITES=rejected, which decides what must be refused', async () => {
    await using({}, async (reference) => {
      const before = await newestOf(reference);
      const { report } = await runCli(['--writes', 'rejected'], { env: settingsOf(reference) });
      expect(await newestOf(reference)).toEqual(before);
      expect(report?.rules.find(({ id }) => id === 'create.missing-title')?.verdict).toBe('pass');
      expect(report?.rules.find(({ id }) => id === 'create.accepted')?.verdict).toBe('skip');
    });
  });

  it('names its run: in the title of each issue, or else in its body', async () => {
    await using({}, async (reference) => {
      const before = new Set((await newestOf(reference)).map(({ number }) => number));
      const { report } = await runCli(['--only', 'create.accepted'], { env: settingsOf(reference) });
      const created = (await newestOf(reference)).filter(({ number }) => !before.has(number));
      expect(created.length).toBeGreaterThan(1);
      for (const { title, body } of created) expect(`${title} ${body}`).toContain(report?.run.id);
    });
  });

  it('goes to the repository that is named for it, and not to the one that is read', async () => {
    await using({}, async (reference) => {
      const before = await newestOf(reference);
      const env = { ...settingsOf(reference), WRITE_OWNER: reference.owner, WRITE_REPO: 'sprockets' };
      const { report } = await runCli(['--only', 'create', '--profile', 'quick'], { env });
      expect(await newestOf(reference)).toEqual(before);
      expect(report).toMatchObject({
        outcome: 'conformant',
        target: { repo: reference.repo },
        run: { settings: { WRITE_OWNER: reference.owner, WRITE_REPO: 'sprockets' } },
      });
    });
  });
});
