import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../src/client/secrets.ts';
import { parseHeaders, withSecrets } from '../../src/host/extra-headers.ts';
import { planRun } from '../../src/host/plan.ts';
import { parseSettings, type RawSettings, tokensIn } from '../../src/host/settings.ts';

const TARGET = { BASE_URL: 'https://staging.example:8443/api', OWNER: 'acme-holdings', REPO: 'widgets' };
const VERSION = 'X-Service-Api-Version';

const problemsOf = (raw: RawSettings): readonly string[] => {
  const parsed = parseSettings({ ...TARGET, ...raw });
  return parsed.ok
    ? []
    : parsed.problems.map(({ setting, given, allowed }) => `${setting} ${given} ${allowed}`);
};

/** Returns the extra headers in the plan of a run. */
function extraOf(HEADERS: string, more: RawSettings = {}) {
  const parsed = parseSettings({ ...TARGET, ...more, HEADERS });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planRun(parsed.settings, null).session.address.extra ?? [];
}

const scrubbed = (HEADERS: string, text: string, more: RawSettings = {}): string =>
  secretsOf({ token: undefined, outsiderToken: undefined }, null, extraOf(HEADERS, more)).scrub(text);

describe('HEADERS', () => {
  it('has a header a line, with blank lines and blanks around names and values', () => {
    expect(parseHeaders('X-A: 1\r\n\n  X-B :  two: three \nx-c:3', VERSION)).toEqual({
      headers: [
        { name: 'X-A', value: '1' },
        { name: 'X-B', value: 'two: three' },
        { name: 'x-c', value: '3' },
      ],
      problems: [],
    });
  });

  for (const name of [
    'Authorization',
    'authorization',
    'Host',
    'Content-Type',
    'Content-Length',
    'Accept',
    VERSION,
    'Connection',
    'Transfer-Encoding',
    'Proxy-Authorization',
    'TE',
    'Upgrade',
    'Expect',
    'If-None-Match',
    'Range',
    'X-HTTP-Method-Override',
  ])
    it(`refuses ${name}, and says why without its value`, () => {
      const [problem, ...more] = problemsOf({ HEADERS: `X-Key: a1b2c3\n${name}: the-value-9` });
      expect(more).toEqual([]);
      expect(problem).toMatch(new RegExp(`^HEADERS null line 2 \\(${name}\\) cannot be set here: it \\w+`));
      expect(problem).not.toContain('the-value-9');
    });

  it('refuses the version header under the name that the settings give it', () => {
    expect(problemsOf({ HEADERS: 'X-Api: 9', API_VERSION_HEADER: 'x-api' })).toHaveLength(1);
    expect(problemsOf({ HEADERS: `${VERSION}: 9`, API_VERSION_HEADER: 'x-api' })).toEqual([]);
  });

  it('says all that is wrong at once, and no value', () => {
    const problems = problemsOf({
      HEADERS: [
        's3cret-alone',
        'b d: s3cret-two',
        'X-Empty:',
        'X-Twice: s3cret-one',
        'x-twice: s3cret-two',
        'X-Umlaut: s3crät',
        String.raw`X-Lit: s3cret-one\nX-More: s3cret-two`,
      ].join('\n'),
    });
    expect(problems.map((problem) => /line (\d)/.exec(problem)?.[1])).toEqual(['1', '2', '3', '5', '6', '7']);
    expect(problems.join()).not.toContain('s3cr');
    expect(problems.join()).toMatch(/is a variable in it undefined.*repeats a header.*double quotes/s);
  });

  it('names no token, and is not held by what is shown', () => {
    const TOKEN = 'tok_0123456789abcdef';
    expect(problemsOf({ TOKEN, HEADERS: `${TOKEN}: x` })).toHaveLength(1);
    expect(problemsOf({ TOKEN, HEADERS: `X-Token: ${TOKEN}` })).toEqual([]);
    const HEADERS = 'X-Key: key-0123456789';
    const [problem] = problemsOf({ HEADERS, REPORT_DIR: 'reports/key-0123456789' });
    expect(problem).toMatch(/^REPORT_DIR null .*a value of HEADERS/);
  });

  it('speaks of a target, so that the bundled service is not checked instead', () => {
    const parsed = parseSettings({ HEADERS: 'X-Key: a1b2c3' });
    expect(parsed.ok ? '' : parsed.problems[0]?.setting).toBe('BASE_URL');
  });
});

describe('the values of HEADERS', () => {
  it('are hidden as a whole and in their parts, in every way in which tokens are', () => {
    const HEADERS = [
      'X-Gateway-Key: gk-7Hs92Kd01',
      'Cookie: session=9f8e7d6c5b4a; theme="nightOwl42"',
      `X-Upstream: Basic ${Buffer.from('robot:pa55word').toString('base64')}`,
    ].join('\n');
    const told = `gk-7hs92kd01 ${Buffer.from('gk-7Hs92Kd01').toString('base64')} 9f8e7d6c5b4a nightOwl42 pa55word`;
    expect(scrubbed(HEADERS, told)).toBe(
      '<HEADERS: X-Gateway-Key> <HEADERS: X-Gateway-Key> <HEADERS: Cookie> <HEADERS: Cookie> <HEADERS: X-Upstream>',
    );
  });

  it('that may be any word are hidden beside the name of their header, and leave all else as it is', () => {
    const text = 'page 1 of 10 on staging, 200 OK';
    expect(scrubbed('X-Debug: 1\nX-Env: staging', text)).toBe(text);
    for (const [told, shown] of [
      ['x-debug: 1', 'x-debug: <HEADERS: X-Debug>'],
      ['{"X-Debug":"1","id":1}', '{"X-Debug":"<HEADERS: X-Debug>","id":1}'],
      ['{"X-Debug":["1"]}', '{"X-Debug":["<HEADERS: X-Debug>"]}'],
      ['{"name":"x-debug","value":"1"}', '{"name":"x-debug","value":"<HEADERS: X-Debug>"}'],
      ['HTTP_X_DEBUG=1', 'HTTP_X_DEBUG=<HEADERS: X-Debug>'],
      ['x-debug: 12', 'x-debug: 12'],
    ] as const)
      expect(scrubbed('X-Debug: 1', told)).toBe(shown);
  });

  it('that another setting shows are no secrets', () => {
    for (const value of ['staging.example', 'https://staging.example:8443', 'acme-holdings', 'holdings'])
      expect(scrubbed(`X-Tenant: ${value}`, `at ${value}!`)).toBe(`at ${value}!`);
    expect(problemsOf({ HEADERS: 'X-Forwarded-Host: staging.example' })).toEqual([]);
  });

  it('are hidden of lines that are not usable, too', () => {
    const { scrub } = tokensIn({ HEADERS: 'key-0123456789\nX-A: other-0123456789' }, 12);
    expect(scrub('key-0123456789 other-0123456789')).toBe('<HEADERS: > <HEADERS: X-A>');
  });

  it('are looked for by their longest words, so that nothing is left of one that is cut at a blank', () => {
    const [header] = withSecrets([{ name: 'X-Key', value: 'first0word second0word' }], []);
    expect(header?.secrets).toEqual(['first0word second0word', 'first0word', 'second0word']);
  });
});
