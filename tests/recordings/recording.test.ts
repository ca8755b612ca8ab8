import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { har } from 'har-validator';
import { expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import { virtualClock } from '../../src/client/clock.ts';
import { notSent } from '../../src/client/exchange.ts';
import { readRecording } from '../../src/client/playback.ts';
import { openRecorder } from '../../src/client/recorder.ts';
import { Secrets } from '../../src/client/secrets.ts';
import type { Transport } from '../../src/client/transport.ts';
import { Ledger } from '../../src/context/ledger.ts';
import { prepareRecording } from '../../src/runner/recording.ts';
import { GOOD, LIMITS, transportTo } from '../client/sending.ts';
import { openCell } from '../proof/try-cell.ts';
import { endOfProcess, runCli, startIn } from '../support/start-cli.ts';
import { folderOfEachTest } from '../support/temporary.ts';
import { damage, differencesOf, judge, record, recordCell, wrongAfterLoss } from './record-and-judge.ts';

const inFolder = folderOfEachTest();
const CELL = { kind: 'fault', id: 'per-page-zero-422', profile: 'quick' } as const;
const run = {
  id: 'abcdef',
  version: '1',
  startedAt: '2026-11-01T12:00:00Z',
  canarySeed: '',
  bundled: false,
  faults: [],
  settings: { BASE_URL: 'https://issues.example.com', OWNER: 'acme', REPO: 'widgets' },
};

it.each([
  CELL,
  { kind: 'variant', id: 'cached-for-too-long-while-somebody-creates', profile: 'quick' },
  // What follows from a hidden credential must follow from its label.
  { kind: 'nothing', id: 'echoes the request', profile: 'quick' },
] as const)('a run on $id is judged again as it was', async (cell) => {
  const path = inFolder('run.har');
  const { settings, live } = await recordCell(path, cell);
  const judged = await judge(path, settings);
  expect(differencesOf(live, judged)).toEqual([]);
  expect([judged.missing, judged.tally.requests]).toEqual([0, live.tally.requests]);
});

it('a recording is HAR, and holds no secret', async () => {
  const path = inFolder('run.har');
  const { settings, surroundings } = openCell(CELL);
  const { transport, clock } = surroundings;
  const echoing: Transport = {
    ...transport,
    send: async (request, options) => {
      const { authorization = '' } = request.headers;
      const echo = [authorization, encodeURIComponent(authorization), btoa(authorization)];
      const answer = await transport.send(request, options);
      return {
        ...answer,
        headers: { ...answer.headers, 'x-echo': authorization, 'set-cookie': echo.join() },
        ...(answer.status < 400 ? {} : { body: [Buffer.from(echo.join(' '))] }),
      };
    },
  };
  await record(path, settings, { transport: echoing, clock });
  const text = readFileSync(path, 'utf8');
  expect(await har(JSON.parse(text))).toBeTruthy();
  const { token = '', outsiderToken = '' } = settings.target;
  const forms = [token, outsiderToken].flatMap((secret) => [secret, btoa(`Bearer ${secret}`).slice(12, -4)]);
  expect(forms.filter((form) => text.includes(form))).toEqual([]);
  expect(text).toContain('<TOKEN>');
});

it.each(['deleted', 'cut'] as const)('entries that are %s leave rules undecided', async (how) => {
  const path = inFolder('run.har');
  const { settings, live } = await recordCell(path, CELL);
  damage(path, how);
  const judged = await judge(path, settings);
  expect(judged.missing).toBeGreaterThan(0);
  expect(wrongAfterLoss(live, judged)).toEqual([]);
});

it('a rule whose requests are not recorded is undecided', async () => {
  const path = inFolder('run.har');
  const { settings } = await recordCell(path, CELL);
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.filter((line) => !/per_page=0\b/.test(line)).join('\n'));
  const { rules } = await judge(path, settings);
  expect(rules.get('list.per-page.zero')).toMatchObject({ verdict: 'inconclusive', cause: 'limit' });
});

/** Records three long answers. @param told called after each */
async function recordThree(told = (): unknown => undefined): Promise<void> {
  const path = inFolder('run.har');
  await prepareRecording(path);
  const recorder = openRecorder({ path, run }, new Secrets(), virtualClock());
  const request = { method: 'GET', url: 'http://a/', headers: {}, body: null };
  for (const text of ['"\\é', '語', 'x']) {
    recorder.begin(request)(notSent(request, '', 0), Buffer.from(text.repeat(5000)));
    told();
  }
  recorder.close();
}

const entries = () => {
  const { log } = JSON.parse(readFileSync(inFolder('run.har'), 'utf8')) as { log: { entries: unknown[] } };
  return log.entries.length;
};

it('a recording ends though the transport fails to close', async () => {
  const path = inFolder('run.har');
  await prepareRecording(path);
  const clock = virtualClock();
  const recorder = openRecorder({ path, run }, new Secrets(), clock);
  const transport = { ...transportTo(clock, () => GOOD), close: () => Promise.reject(new Error('busy')) };
  await expect(new Client({ ...LIMITS, transport, recorder }).close()).rejects.toThrow('busy');
  expect(readFileSync(path, 'utf8')).toContain('"_requests":0');
});

it('the recording is whole after each entry, for its owner alone, and the only one', async () => {
  const seen: number[] = [];
  await recordThree(() => seen.push(entries()));
  expect([seen, entries(), readdirSync(inFolder())]).toEqual([[1, 2, 3], 3, ['run.har']]);
  expect((await stat(inFolder('run.har'))).mode % 0o1000).toBe(0o600);
});

it('the recording can be read though a kill cut its last entry', async () => {
  await recordThree();
  const isWhole = (): boolean => readRecording(inFolder('run.har')).isWhole;
  const [before, text] = [isWhole(), readFileSync(inFolder('run.har'), 'utf8')];
  writeFileSync(inFolder('run.har'), text.slice(0, text.lastIndexOf('startedDateTime') + 100));
  expect([before, isWhole()]).toEqual([true, false]);
});

it.skipIf(process.platform === 'win32')(
  'the recording ends early on a full disk, and the run does not',
  async () => {
    const args = ['run', '--bundled', '--record', inFolder('run.har'), '--report-dir', inFolder('reports')];
    const command = [
      'bash',
      '-c',
      'ulimit -f 2000; exec "$@"',
      'bash',
      process.execPath,
      'dist/cli.js',
    ] as const;
    const child = startIn(process.cwd(), args, { command: [...command] });
    const { status, stderr } = await endOfProcess(child);
    expect([status, stderr]).toEqual([0, expect.stringContaining('recording ends early')]);
    expect(entries()).toBeGreaterThan(20);
  },
);

it('the recording replaces no file of somebody else', async () => {
  writeFileSync(inFolder('run.har'), 'mine');
  await expect(prepareRecording(inFolder('run.har'))).rejects.toThrow(
    'not a file that this command may replace',
  );
  expect(readFileSync(inFolder('run.har'), 'utf8')).toBe('mine');
  writeFileSync(inFolder('run.har'), '');
  for (const _ of ['an empty file', 'a recording']) await recordThree();
  expect(entries()).toBe(3);
});

it('the recording gets its folder made, and an error names its setting', async () => {
  await prepareRecording(inFolder('new/run.har'));
  expect(readdirSync(inFolder('new'))).toContain('run.har');
  await expect(prepareRecording(inFolder('new/run.har/x'))).rejects.toThrow('RECORD (--record)');
});

const head = (format: number, own: object = run): string =>
  JSON.stringify({ log: { _format: format, _run: own, entries: [] } }).slice(0, -3);

it.each([
  ['nothing', ''],
  ['a text', 'notes'],
  ['HAR of a browser', JSON.stringify({ log: { version: '1.2', entries: [] } })],
  ['a pretty-printed recording', JSON.stringify(JSON.parse(`${head(1)}]}}`), null, 2)],
  ['a recording of a newer version', `${head(2)}\n]}}\n`],
  ['an edited run', `${head(1, { ...run, id: 'A B' })}\n]}}\n`],
  ['a recording with a long line', `${head(1)}\n${'x'.repeat(30_000_000)}`],
  ['deep JSON', `${'['.repeat(1_000_000)}\n`],
])('%s cannot be judged', (_, text) => {
  writeFileSync(inFolder('run.har'), text);
  expect(() => readRecording(inFolder('run.har'))).toThrow(/^(?:it is no recording|a newer version)/);
});

it('other line ends, a byte order mark and foreign lines change nothing', async () => {
  await recordThree();
  const [first, ...lines] = readFileSync(inFolder('run.har'), 'utf8').split('\n');
  writeFileSync(inFolder('run.har'), `\ufeff${[first, '{"a":1},', ...lines].join('\r\n')}`);
  expect(readRecording(inFolder('run.har'))).toMatchObject({ isWhole: true });
});

it('the reports of a run and of its judgement have the same settings', async () => {
  const only = ['--profile', 'quick', '--only', 'list.ok'];
  const cwd = inFolder();
  const ran = await runCli(['--bundled', ...only, '--record', 'run.har'], { cwd });
  const judged = await runCli(['judge', 'run.har'], { cwd });
  expect([ran.status, judged.status]).toEqual([0, 0]);
  expect(judged.report?.run.settings).toEqual(ran.report?.run.settings);
});

it('an address with a password is refused unseen', async () => {
  const { BASE_URL: _, ...settings } = run.settings;
  const edited = { ...run, settings: { ...settings, BASE_URL: 'https://me:hunter2@issues.example.com' } };
  writeFileSync(inFolder('run.har'), `${head(1, edited)}\n]}}\n`);
  const { status, stderr } = await runCli(['judge', 'run.har'], { cwd: inFolder() });
  expect([status, stderr.includes('BASE_URL'), stderr.includes('hunter2')]).toEqual([2, true, false]);
});

it('a marker depends on what is sent, not on other requests', () => {
  const [few, more] = [new Ledger('run', () => null), new Ledger('run', () => null)];
  more.nextMarker('another payload');
  expect([more.nextMarker('payload'), more.nextMarker('payload')]).toEqual([
    few.nextMarker('payload'),
    few.nextMarker('payload'),
  ]);
});
