import { expect, it } from 'vitest';
import { routeTo } from '../../src/client/route.ts';
import { describeProblems, type RawSettings } from '../../src/settings/parse.ts';
import { settingProblems, TARGET } from '../settings/parsed-settings.ts';

const HTTP = 'http://issues.example.org:8080/api';
const HTTPS = 'https://issues.example.org';

/** Returns where requests go: the variable with the proxy, and its origin; `null` if straight. */
function routeOf(baseUrl: string | undefined, raw: RawSettings) {
  const route = routeTo(baseUrl, raw);
  if ('allowed' in route) throw new Error(`${route.variable} is not usable`);
  return route;
}

const ALL = {
  http_proxy: 'http://a:1',
  HTTP_PROXY: 'http://b:2',
  https_proxy: 'http://c:3',
  HTTPS_PROXY: 'http://d:4',
};

it.each<[baseUrl: string | undefined, raw: RawSettings, proxy: string | null]>([
  [HTTP, ALL, 'http_proxy http://a:1'],
  [HTTPS, ALL, 'https_proxy http://c:3'],
  [HTTP, { ...ALL, http_proxy: ' ' }, 'HTTP_PROXY http://b:2'],
  [HTTPS, { ...ALL, https_proxy: '' }, 'HTTPS_PROXY http://d:4'],
  [HTTPS, { http_proxy: 'http://a:1', HTTP_PROXY: 'http://a:1' }, null],
  [HTTP, { HTTPS_PROXY: 'http://a:1' }, null],
  [HTTP, { http_proxy: 'proxy.example:3128' }, 'http_proxy http://proxy.example:3128'],
  [HTTP, { http_proxy: 'jdoe:x@proxy.example:3128/' }, 'http_proxy http://proxy.example:3128'],
  [HTTP, { http_proxy: 'http://a:1', no_proxy: 'other.example', NO_PROXY: '*' }, 'http_proxy http://a:1'],
  // The bundled service has none.
  [undefined, { http_proxy: 'nonsense://', NODE_TLS_REJECT_UNAUTHORIZED: '0' }, null],
])('the proxy of %s by %j is %s', (baseUrl, raw, named) => {
  const { proxy } = routeOf(baseUrl, raw);
  expect(proxy && `${proxy.variable} ${proxy.origin}`).toBe(named);
});

it('the proxy has a name with its port, and secret credentials', () => {
  const { proxy } = routeOf(HTTPS, { https_proxy: 'https://jdoe:p%40ss%2Fword@proxy.example' });
  if (proxy === null) throw new Error('there is a proxy');
  expect(proxy.name).toBe('proxy.example:443');
  expect(proxy.authorization).toBe(`Basic ${Buffer.from('jdoe:p@ss/word').toString('base64')}`);
  expect(proxy.secrets).toContain('p@ss/word');
  expect(routeOf(HTTPS, { https_proxy: 'key@proxy.example' }).proxy?.secrets).toEqual(['key']);
});

it.each<[baseUrl: string, exempting: string[], others: string[]]>([
  [
    HTTPS,
    [
      '*',
      'ISSUES.Example.Org',
      'example.org',
      '.example.org',
      '*.example.org',
      'example.org:443',
      'a.b  example.org',
    ],
    ['', '.', 'ample.org', 'org.example', 'deep.issues.example.org', 'example.org:8443'],
  ],
  [HTTP, ['issues.example.org:8080'], ['issues.example.org:80']],
  ['http://127.1:3000', ['127.0.0.1:3000'], ['localhost']],
  ['http://[::1]:3000', ['::1'], ['[::1]:3001']],
])('NO_PROXY exempts %s by each of %j, and by none of %j', (baseUrl, exempting, others) => {
  const isExempt = (NO_PROXY: string): boolean =>
    routeOf(baseUrl, { http_proxy: 'http://a:1', https_proxy: 'http://a:1', NO_PROXY }).proxy === null;
  expect([...exempting, ...others].filter(isExempt)).toEqual(exempting);
});

it.each([
  'socks5://jdoe:hunter2@proxy.example:1080',
  'http://jdoe:hunter2@proxy.example:port',
  'http://jdoe:hunter2#x@proxy.example:3128',
  'http://jdoe:12/hunter2@proxy.example:3128',
  'http://jdoe:hunter2%zz@proxy.example:3128',
  'http://',
])('a bad proxy is named and not shown, and does not matter to other targets: %s', (address) => {
  for (const variable of ['https_proxy', 'HTTPS_PROXY']) {
    const problems = settingProblems({ ...TARGET, BASE_URL: HTTPS, [variable]: address });
    expect(problems.map(({ setting }) => setting)).toEqual([variable]);
    expect(describeProblems(problems)).not.toMatch(/hunter2|jdoe|--/);
    expect(settingProblems({ ...TARGET, [variable]: address })).toEqual([]);
    expect(settingProblems({ ...TARGET, BASE_URL: HTTPS, [variable]: address, NO_PROXY: '*' })).toEqual([]);
  }
});

it.each<[baseUrl: string, value: string, http_proxy: string, checks: boolean]>([
  [HTTPS, '0', '', false],
  [HTTPS, '1', '', true],
  [HTTPS, '', '', true],
  [HTTP, '0', '', true],
  [HTTP, '0', 'https://proxy.example', false],
])('certificates of %s with NODE_TLS_REJECT_UNAUTHORIZED=%s', (baseUrl, value, http_proxy, checks) => {
  const route = routeOf(baseUrl, { NODE_TLS_REJECT_UNAUTHORIZED: value, http_proxy });
  expect(route.checksCertificates).toBe(checks);
});
