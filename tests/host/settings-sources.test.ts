import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings, type RawSettings } from '../../src/host/settings.ts';
import { describeProblems, gatherSettings as gather } from '../../src/host/settings-sources.ts';

const gatherSettings = (...given: Parameters<typeof gather>): RawSettings => gather(...given).raw;

const TARGET = { BASE_URL: 'http://localhost:8080', OWNER: 'acme', REPO: 'widgets' };

function described(raw: RawSettings): string {
  const parsed = parseSettings(raw);
  return parsed.ok ? '' : describeProblems(parsed.problems);
}

describe('the problems with settings, for people', () => {
  it('are a line each, with the flag', () => {
    expect(described({ TIMEOUT_MS: 'x', SEED: 'y' })).toBe(
      [
        '2 invalid settings; nothing was sent:',
        '  SEED (--seed) is "y"; expected a whole number from 0 to 2147483647',
        '  TIMEOUT_MS (--timeout) is "x"; expected a whole number from 1 to 600000',
      ].join('\n'),
    );
  });

  it('are said in the singular where there is one, and without a value where none was given', () => {
    expect(described({ ...TARGET, REPO: undefined })).toBe(
      'Invalid setting; nothing was sent:\n' +
        '  REPO (--repo): the name of the public repository, required with BASE_URL',
    );
  });

  it('stay on their lines, whatever was given', () => {
    const text = describeProblems([{ setting: 'REPO', given: 'a\nb\u001b[31m', allowed: 'a name' }]);
    expect(text.split('\n')).toHaveLength(2);
    expect(text).not.toContain('\u001b');
  });
});

describe('where settings come from', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settings-'));
    await writeFile(join(folder, '.env'), 'OWNER=of-the-file\nREPO=of-the-file\nSEED="3" # a note\nTOKEN=\n');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('a flag beats the environment, which beats .env', () => {
    expect(
      gatherSettings(
        { OWNER: 'of-the-flag' },
        { OWNER: 'of-the-environment', REPO: 'of-the-environment' },
        folder,
      ),
    ).toEqual({
      OWNER: 'of-the-flag',
      REPO: 'of-the-environment',
      SEED: '3',
    });
  });

  it('an empty variable is no setting and beats nothing', () => {
    expect(gatherSettings({}, { OWNER: '', REPO: '  ' }, folder)).toMatchObject({
      OWNER: 'of-the-file',
      REPO: 'of-the-file',
    });
  });

  it('a flag that is not given beats nothing', () => {
    expect(gatherSettings({ OWNER: undefined }, {}, folder)['OWNER']).toBe('of-the-file');
  });

  it('a folder without .env has none', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'settings-'));
    expect(gatherSettings({}, { OWNER: 'acme' }, empty)).toEqual({ OWNER: 'acme' });
    await rm(empty, { recursive: true });
  });

  it('HEADERS of .env has its lines in quotes: real ones, or written as \\n in double quotes', async () => {
    const own = await mkdtemp(join(tmpdir(), 'settings-'));
    const headersOf = async (text: string) => {
      await writeFile(join(own, '.env'), text);
      return gatherSettings({}, {}, own)['HEADERS'];
    };
    const two = 'X-Key: a#b\nX-Env: staging';
    expect(await headersOf('HEADERS="X-Key: a#b\\nX-Env: staging"\n')).toBe(two);
    expect(await headersOf("HEADERS='X-Key: a#b\nX-Env: staging'\n")).toBe(two);
    await expect(headersOf('HEADERS=X-Key: a\nX-Env: staging\n')).rejects.toThrow(
      /X-Env would be a setting of its own; put all lines of HEADERS between one pair of quotes/,
    );
    await rm(own, { recursive: true });
  });
});
