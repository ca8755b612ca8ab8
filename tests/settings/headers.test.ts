import { expect, it } from 'vitest';
import { tokensIn } from '../../src/settings/tokens.ts';
import { parsedSettings, settingProblems } from './parsed-settings.ts';

const TARGET = { BASE_URL: 'https://staging.example:8443/api', OWNER: 'acme-holdings', REPO: 'widgets' };
const VERSION = 'X-Service-Api-Version';

it('HEADERS has a header a line, with blank lines and blanks around names and values', () => {
  const headers = [
    { name: 'X-A', value: '1' },
    { name: 'X-B', value: 'two: three' },
  ];
  expect(parsedSettings({ ...TARGET, HEADERS: 'X-A: 1\r\n\n  X-B :  two: three \n' })).toMatchObject({
    HEADERS: headers,
  });
});

it.each(['authorization', 'Host', 'Content-Type', 'Accept', 'Connection', 'Proxy-Authorization', 'TE'])(
  'HEADERS refuses %s by its line',
  (name) => {
    const problems = settingProblems({ ...TARGET, HEADERS: `X-Key: a1b2c3\n${name}: the-value-9` });
    expect(problems).toMatchObject([{ setting: 'HEADERS', given: null }]);
    expect(problems[0]?.allowed).toMatch(new RegExp(`line 2 \\(${name}\\)(?!.*the-value-9)`));
  },
);

it('HEADERS refuses the version header under the name that the settings give it', () => {
  const named = { ...TARGET, API_VERSION_HEADER: 'x-api' };
  expect(settingProblems({ ...named, HEADERS: 'X-Api: 9' })).toHaveLength(1);
  expect(settingProblems({ ...named, HEADERS: `${VERSION}: 9` })).toEqual([]);
});

it('HEADERS says all that is wrong at once, and no value', () => {
  const lines = ['s3cret-alone', 'b d: s3cret-two', 'X-Empty:', 'X-Twice: s3cret-one', 'x-twice: s3cret-two'];
  const HEADERS = [...lines, 'X-Umlaut: s3crät'].join('\n');
  const problems = settingProblems({ ...TARGET, HEADERS });
  const named = problems.map(({ allowed }) => /line (\d)/.exec(allowed)?.[1]);
  expect(named).toEqual(['1', '2', '3', '5', '6']);
  expect(JSON.stringify(problems)).not.toContain('s3cr');
});

it.each<[headers: string, told: string, shown: string]>([
  ['X-Key: gk-7Hs92Kd01', 'gk-7hs92kd01', '<HEADERS: X-Key>'],
  [
    'Cookie: s=9f8e7d6c5b4a; theme=nightOwl42',
    '9f8e7d6c5b4a nightOwl42',
    '<HEADERS: Cookie> <HEADERS: Cookie>',
  ],
  // Any word may stand elsewhere.
  ['X-Debug: 1\nX-Env: staging', 'page 1 of 10 on staging, 200 OK', 'page 1 of 10 on staging, 200 OK'],
  // Another setting shows them.
  ['X-Tenant: staging.example', 'at staging.example!', 'at staging.example!'],
  ['X-Tenant: acme-holdings', 'at acme-holdings!', 'at acme-holdings!'],
])('the values of HEADERS are hidden: %j in %s', (HEADERS, told, shown) => {
  expect(tokensIn({ ...TARGET, HEADERS }).scrub(told)).toBe(shown);
});

it('the values of HEADERS are hidden of lines that are not usable, too', () => {
  const { scrub } = tokensIn({ HEADERS: 'key-0123456789\nX-A: other-0123456789' });
  expect(scrub('key-0123456789 other-0123456789')).toBe('<HEADERS: > <HEADERS: X-A>');
});
