import { describe, expect, it } from 'vitest';
import { nameOfProxy, type Route, STRAIGHT, secretsOfProxy } from '../../src/client/route.ts';
import { planRun } from '../../src/host/plan.ts';
import { routeTo } from '../../src/host/route.ts';
import { parseSettings, type RawSettings } from '../../src/host/settings.ts';
import { describeProblems } from '../../src/host/settings-sources.ts';
import { using } from '../service/using.ts';

const HTTP = 'http://issues.example.org:8080/api';
const HTTPS = 'https://issues.example.org';

function routeOf(baseUrl: string | undefined, raw: RawSettings): Route {
  const route = routeTo(baseUrl, raw);
  if ('allowed' in route) throw new Error(`${route.variable} is not usable`);
  return route;
}
const originOf = (baseUrl: string | undefined, raw: RawSettings): string | null =>
  routeOf(baseUrl, raw).proxy?.origin ?? null;

describe('the proxy of a target', () => {
  it('is named by the variable of its scheme, small letters before capitals', () => {
    const all = {
      http_proxy: 'http://a:1',
      HTTP_PROXY: 'http://b:2',
      https_proxy: 'http://c:3',
      HTTPS_PROXY: 'http://d:4',
    };
    expect(routeOf(HTTP, all).proxy).toEqual({
      variable: 'http_proxy',
      origin: 'http://a:1',
      credentials: null,
    });
    expect(originOf(HTTPS, all)).toBe('http://c:3');
    expect(originOf(HTTP, { ...all, http_proxy: ' ' })).toBe('http://b:2');
    expect(routeOf(HTTPS, { ...all, https_proxy: '' }).proxy?.variable).toBe('HTTPS_PROXY');
  });

  it('is none where only the other scheme has one', () => {
    expect(originOf(HTTPS, { HTTP_PROXY: 'http://a:1', http_proxy: 'http://a:1' })).toBeNull();
    expect(originOf(HTTP, { HTTPS_PROXY: 'http://a:1' })).toBeNull();
  });

  it('is not taken from a header of a CGI request', () => {
    expect(originOf(HTTP, { HTTP_PROXY: 'http://a:1', REQUEST_METHOD: 'GET' })).toBeNull();
    expect(originOf(HTTP, { http_proxy: 'http://a:1', REQUEST_METHOD: 'GET' })).toBe('http://a:1');
  });

  it('may be named without a scheme', () => {
    expect(originOf(HTTP, { http_proxy: 'proxy.example:3128' })).toBe('http://proxy.example:3128');
    expect(originOf(HTTP, { http_proxy: 'jdoe:x@proxy.example:3128/' })).toBe('http://proxy.example:3128');
  });

  it('is called by its host and port, and its credentials are decoded and secret', () => {
    const { proxy } = routeOf(HTTPS, { https_proxy: 'https://jdoe:p%40ss%2Fword@proxy.example' });
    if (proxy === null) throw new Error('there is a proxy');
    expect(nameOfProxy(proxy)).toBe('proxy.example:443');
    expect(proxy.credentials).toEqual({ user: 'jdoe', password: 'p@ss/word' });
    expect(secretsOfProxy(proxy)).toContain('p@ss/word');
    expect(secretsOfProxy({ ...proxy, credentials: { user: 'key', password: '' } })).toEqual(['key']);
    expect(nameOfProxy({ ...proxy, origin: 'http://[::1]' })).toBe('[::1]:80');
  });

  it('is none of the bundled service', async () => {
    const everything = { http_proxy: 'nonsense://', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const parsed = parseSettings(everything);
    if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
    await using({}, async (reference) =>
      expect(planRun(parsed.settings, reference).session.route).toEqual(STRAIGHT),
    );
  });
});

describe('NO_PROXY', () => {
  const isExempt = (baseUrl: string, list: string): boolean =>
    originOf(baseUrl, { http_proxy: 'http://a:1', https_proxy: 'http://a:1', NO_PROXY: list }) === null;

  it.each([
    [HTTPS, '*'],
    [HTTPS, 'issues.example.org'],
    [HTTPS, 'ISSUES.Example.Org'],
    [HTTPS, 'example.org'],
    [HTTPS, '.example.org'],
    [HTTPS, '*.example.org'],
    [HTTPS, 'localhost, other.example  example.org'],
    [HTTPS, 'example.org:443'],
    [HTTP, 'issues.example.org:8080'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', '127.0.0.1'],
    ['http://127.1:3000', '127.0.0.1:3000'],
    ['http://10.1.2.3', '10.0.0.0/8'],
    ['http://[::1]:3000', '::1'],
    ['http://[0:0::1]:3000', '[::1]'],
    ['http://[::1]:3000', '[::1]:3000'],
    ['http://[fd00::5]', 'fd00::/8'],
  ])('exempts %s by "%s"', (baseUrl, list) => {
    expect(isExempt(baseUrl, list)).toBe(true);
  });

  it.each([
    [HTTPS, ''],
    [HTTPS, 'ample.org'],
    [HTTPS, 'org.example'],
    [HTTPS, 'deep.issues.example.org'],
    [HTTPS, 'example.org:8443'],
    [HTTPS, '.'],
    [HTTP, 'issues.example.org:80'],
    ['http://127.0.0.1:3000', '0.0.1'],
    ['http://127.0.0.1:3000', 'localhost'],
    ['http://10.1.2.3', '10.0.0.0/99'],
    ['http://10.1.2.3', '11.0.0.0/8'],
    ['http://[::1]:3000', '[::1]:3001'],
  ])('does not exempt %s by "%s"', (baseUrl, list) => {
    expect(isExempt(baseUrl, list)).toBe(false);
  });

  it('is read in small letters first', () => {
    const raw = { http_proxy: 'http://a:1', no_proxy: 'other.example', NO_PROXY: '*' };
    expect(originOf(HTTP, raw)).toBe('http://a:1');
  });
});

describe('a variable that names no proxy', () => {
  const target = { BASE_URL: HTTPS, OWNER: 'acme', REPO: 'widgets' };

  it.each([
    'socks5://jdoe:hunter2@proxy.example:1080',
    'http://jdoe:hunter2@proxy.example:port',
    'http://jdoe:hunter2#x@proxy.example:3128',
    'http://jdoe:12/hunter2@proxy.example:3128',
    'http://jdoe:hunter2%zz@proxy.example:3128',
    'http://',
  ])('is a wrong setting that is named and not shown: %s', (address) => {
    for (const variable of ['https_proxy', 'HTTPS_PROXY']) {
      const parsed = parseSettings({ ...target, [variable]: address });
      const text = parsed.ok ? 'usable' : describeProblems(parsed.problems);
      expect(text).toContain(`  ${variable}: an address of a proxy`);
      expect(text).not.toMatch(/hunter2|jdoe|--/);
    }
  });

  it('does not matter where it does not concern the target', () => {
    expect(parseSettings({ ...target, HTTP_PROXY: 'socks5://x' }).ok).toBe(true);
    expect(parseSettings({ ...target, HTTPS_PROXY: 'socks5://x', NO_PROXY: 'example.org' }).ok).toBe(true);
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED', () => {
  it('turns the check of certificates off where there are any, and only with 0', () => {
    const checks = (baseUrl: string, value: string, http_proxy = '') =>
      routeOf(baseUrl, { NODE_TLS_REJECT_UNAUTHORIZED: value, http_proxy }).checksCertificates;
    expect(checks(HTTPS, '0')).toBe(false);
    expect(checks(HTTPS, '1')).toBe(true);
    expect(checks(HTTPS, '')).toBe(true);
    expect(checks(HTTP, '0')).toBe(true);
    expect(checks(HTTP, '0', 'https://proxy.example')).toBe(false);
  });
});
