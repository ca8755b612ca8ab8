import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { LongBody } from '../../src/client/long-body.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { describeCreated, describeErrors } from '../../src/observe/bodies.ts';
import { differences } from '../../src/observe/differences.ts';
import { rateLimitOf } from '../../src/observe/headers.ts';
import { hide } from '../support/hide.ts';

function answered(status: number, headers: Readonly<Record<string, string>>, body = ''): Exchange {
  return {
    request: { method: 'GET', url: 'http://service.example/repos/a/b/issues', headers: {}, body: null },
    response: { status, headers, body, utf8: true },
    fault: null,
    startedAt: 0,
    ms: 1,
  };
}

const forName = (name: string, id: string) =>
  answered(404, { 'x-request-id': id, 'x-path': `/${name}` }, JSON.stringify({ message: `No ${name}`, id }));

describe('answers for a hidden name and for made-up ones', () => {
  const one = { answer: forName('qqqqqqqq', '2'), name: 'qqqqqqqq' };
  const other = { answer: forName('zzzzzzzz', '3'), name: 'zzzzzzzz' };

  it('are alike where they differ by name and by what always differs', () => {
    expect(differences({ answer: forName('a', '1'), name: 'a' }, one, other)).toEqual([]);
  });

  it('differ where one says more', () => {
    const headers = { 'x-request-id': '1', 'x-path': '/a', vary: 'cookie' };
    const telling = answered(403, headers, '{"message":"No access","id":"1"}');
    expect(differences({ answer: telling, name: 'a' }, one, other)).toEqual([
      'body message',
      'header vary',
      'status',
    ]);
  });
});

describe('the shape of error answers', () => {
  it('has secrets taken out before it is cut', () => {
    const secrets = new Secrets();
    const token = 'a-token-of-some-length-that-would-be-cut';
    secrets.add(token, 'TOKEN');
    const echo = answered(401, { 'content-type': 'application/json' }, JSON.stringify({ [token]: 1 }));
    expect(describeErrors([echo], (text) => secrets.scrub(text))).toBe('401: application/json {<TOKEN>}');
  });

  it('tells a body that was too long to keep from one that was empty', () => {
    const html = answered(404, { 'content-type': 'text/html' });
    const answers = [
      {
        ...html,
        response: html.response === null ? null : { ...html.response, long: new LongBody(9000, '') },
      },
      answered(422, { 'content-length': '0' }),
    ];
    expect(describeErrors(answers, hide)).toBe('404: text/html, long; 422: empty');
  });
});

describe('the rate limit of an answer', () => {
  it.each([
    [{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '1' }, '5000'],
    [{ 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=50;t=30' }, '100'],
    [{ ratelimit: 'limit=60, remaining=59, reset=10' }, '60'],
    [{ 'x-ratelimit-remaining': '59' }, null],
  ])('reads the limit out of %o', (headers, limit) => {
    expect(rateLimitOf(answered(200, headers))).toBe(limit);
  });
});

describe('the answer to a creation', () => {
  const isFromRequest = (text: string): boolean => text.includes('ic-1');
  const holds = (
    body: string,
    headers: Readonly<Record<string, string>> = {},
    listFields = ['id', 'title'],
  ) => describeCreated({ status: 201, headers, body, utf8: true }, { isFromRequest, listFields, hide });

  it.each([
    ['', 'empty; no Location'],
    ['created', 'no JSON; no Location'],
    ['[1]', 'a JSON array; no Location'],
    ['{"id":1,"title":"a ic-1"}', 'the issue as listed; no Location'],
    ['{"title":"a ic-1"}', 'the issue with other fields than listed; no Location'],
    ['{"issue":{"id":1,"title":"a ic-1"}}', 'the issue inside issue; no Location'],
    ['{"id":1}', 'an object without the title; no Location'],
  ])('%s holds: %s', (body, seen) => {
    expect(holds(body)).toBe(seen);
  });

  it('was too much to be kept until it was looked at', () => {
    const response = {
      status: 201,
      headers: {},
      body: '{"title":"a ic-1',
      long: new LongBody(9000, ''),
      utf8: true,
    };
    const expected = { isFromRequest, listFields: [], hide };
    expect(describeCreated(response, expected)).toBe('a body too long to be kept; no Location');
    response.long.bring(Buffer.from('{"title":"a ic-1"}'));
    expect(describeCreated(response, expected)).toBe('the issue; no Location');
  });

  it('may name its address', () => {
    expect(holds('', { location: '/issues/1' })).toBe('empty; Location');
  });
});
