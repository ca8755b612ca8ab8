import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { startService } from '../../src/service/start.ts';
import { FREE_OBSERVATIONS, GATING_RULES, OBSERVATIONS } from '../support/rule-counts.ts';
import { settingsOf } from '../support/settings-of.ts';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const KEYS = new URL('terminal-keys.mjs', import.meta.url).href;
const FAULTS = ['per-page-zero-422', 'private-anonymous-401'] as const;
const BROKEN = ['list.per-page.zero', 'list.private.anonymous'];
/** Printed at the end of each pass in watch mode. */
const PASS_ENDS = 'q to quit\n';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(() => rm(folder, { recursive: true }));

const reportIn = async (dir: string): Promise<Report> =>
  reportSchema.parse(JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')));

function startVitest(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    ['--import', KEYS, VITEST, ...args, '--project', 'conformance'],
    { env: { PATH: process.env['PATH'] ?? '', PROFILE: 'quick', REPORT_DIR: folder, ...env } },
  );
  let stdout = '';
  let stderr = '';
  const waiting: (() => void)[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.includes(PASS_ENDS)) waiting.shift()?.();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return {
    ended,
    stderr: () => stderr,
    /** Returns and clears the output of a pass. */
    pass: async (): Promise<string> => {
      const shown = new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      if (!stdout.includes(PASS_ENDS)) await Promise.race([shown, ended]);
      const text = stdout;
      stdout = '';
      return text;
    },
    press: (key: string) => child.stdin.write(key),
  };
}

const times = (text: string, part: string): number => text.split(part).length - 1;

describe('the rules in the vitest of a checkout', () => {
  it('are shown by the summary alone, and counted as it counts', async () => {
    const service = await startService(injecting({ faults: FAULTS }));
    try {
      const vitest = startVitest(['run'], settingsOf(service));
      expect(await vitest.ended).toBe(1);
      const text = await vitest.pass();
      // Each rule appears in a card and in a line at the end.
      for (const rule of BROKEN) expect(times(text, `✗ ${rule}`)).toBe(2);
      for (const rule of BROKEN) expect(times(text, `✗ ${rule} (required`)).toBe(1);
      expect(text).toContain(
        `2 of ${GATING_RULES} gating rules fail · ${GATING_RULES - 2} pass · ${FREE_OBSERVATIONS.length} of ${OBSERVATIONS} observations made`,
      );
      expect(text).not.toMatch(/\d+ (?:passed|skipped|failed)|Failed Tests/);
      expect(vitest.stderr()).toBe('');
    } finally {
      await service.stop();
    }
  });

  it('are tried again on f where they failed, and all on r', async () => {
    const broken = await startService(injecting({ faults: FAULTS }));
    let service = broken;
    const dir = join(folder, 'watch');
    const vitest = startVitest(['watch'], settingsOf(service));
    try {
      await vitest.pass();
      const first = await reportIn(dir);
      expect(first.counts).toMatchObject({ fail: 2, pass: GATING_RULES - 2 });

      vitest.press('f');
      await vitest.pass();
      const again = await reportIn(dir);
      expect(again.rules.map(({ id, verdict }) => [id, verdict])).toEqual(BROKEN.map((id) => [id, 'fail']));
      expect(again.run.requests).toBeLessThan(first.run.requests / 2);

      await broken.stop();
      service = await startService({ port: Number(new URL(broken.baseUrl).port) });
      vitest.press('f');
      await vitest.pass();
      expect((await reportIn(dir)).rules.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);

      const sent = service.requests();
      vitest.press('f');
      expect(await vitest.pass()).toContain('nothing to try again');
      expect(service.requests()).toBe(sent);

      vitest.press('r');
      expect(await vitest.pass()).toContain(`${GATING_RULES} of ${GATING_RULES} gating rules pass`);
      expect((await reportIn(dir)).run.selection).toBeNull();
      vitest.press('q');
      expect(await vitest.ended).toBe(0);
    } finally {
      vitest.press('q');
      await vitest.ended;
      await service.stop();
    }
  }, 60_000);

  it('end with 0 where all that failed is known', async () => {
    const service = await startService(injecting({ faults: FAULTS }));
    const known = join(folder, 'known.txt');
    await writeFile(known, BROKEN.join('\n'));
    try {
      const vitest = startVitest(['run'], {
        ...settingsOf(service),
        BASELINE: known,
        ONLY: ['list.ok', ...BROKEN].join(' '),
      });
      expect(await vitest.ended).toBe(0);
    } finally {
      await service.stop();
    }
  });

  for (const [what, env, sentence] of [
    ['setting', { PROFILE: 'quik' }, 'quick, standard or thorough'],
    ['baseline', { BASELINE: 'package.json' }, 'BASELINE (--baseline)'],
  ] as const) {
    it(`end with one sentence and status 2 for a bad ${what}, before anything is sent`, async () => {
      const service = await startService();
      try {
        const vitest = startVitest(['run'], { ...settingsOf(service), ...env });
        expect(await vitest.ended).toBe(2);
        expect(vitest.stderr()).toMatch(/^issue-conformance: /);
        expect(vitest.stderr()).toContain(sentence);
        expect(vitest.stderr() + (await vitest.pass())).not.toMatch(/\n\s+at |❯|Error|No test/);
        expect(service.requests()).toBe(0);
        expect((await reportIn(folder)).outcome).toBe('unusable');
      } finally {
        await service.stop();
      }
    });
  }
});
