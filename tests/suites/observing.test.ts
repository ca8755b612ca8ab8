import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/target/exchange.ts';
import { ANONYMOUS } from '../../src/target/question.ts';
import { Secrets } from '../../src/target/secrets.ts';
import { together } from '../../src/trial/observing/asked.ts';
import { brief, briefly } from '../../src/trial/observing/brief.ts';
import { differences } from '../../src/trial/observing/differences.ts';
import { errorShapes } from '../../src/trial/observing/error-shapes.ts';
import { linksIn, queryOfLink } from '../../src/trial/observing/links.ts';
import { inOtherCase } from '../../src/trial/observing/other-case.ts';
import { rateLimitOf } from '../../src/trial/observing/rate-limits.ts';
import { describeFields, fieldsOf } from '../../src/trial/observing/record-fields.ts';
import { describeRoundTrip, TRIPS } from '../../src/trial/observing/round-trip.ts';
import { Writer } from '../../src/trial/writer.ts';

function answered(status: number, headers: Readonly<Record<string, string>>, body = ''): Exchange {
  return {
    request: { method: 'GET', url: 'http://service.example/repos/a/b/issues', headers: {}, body: null },
    response: { status, headers, body, utf8: true },
    fault: null,
    startedAt: 0,
    ms: 1,
  };
}

describe('links', () => {
  const from = 'https://service.example/api/repos/a/b/issues';

  it('are read by relation, commas and several relations included', () => {
    const links = linksIn(
      '<https://x.example/?a=1,2&page=2>; rel="next last", </first>; rel=first; title="a, b"',
    );
    expect([...links]).toEqual([
      ['next', 'https://x.example/?a=1,2&page=2'],
      ['last', 'https://x.example/?a=1,2&page=2'],
      ['first', '/first'],
    ]);
  });

  it.each([
    'https://elsewhere.example/api/repos/a/b/issues?page=2',
    'http://service.example/api/repos/a/b/issues?page=2',
    'https://service.example:8443/api/repos/a/b/issues?page=2',
    'https://user:password@elsewhere.example/api/repos/a/b/issues?page=2',
    '//elsewhere.example/api/repos/a/b/issues?page=2',
    '/api/admin?page=2',
    'http://[',
    `?page=${'2'.repeat(3000)}`,
  ])('are not followed elsewhere: %s', (link) => {
    expect(queryOfLink(link, from)).toBeNull();
  });

  it('to the same list are followed by their query', () => {
    const query = { page: ['2'], state: ['open', 'all'] };
    expect(queryOfLink('?page=2&state=open&state=all', from)).toEqual(query);
  });
});

describe('fields of records', () => {
  it('have types, and a mark where some records lack them', () => {
    const records = [{ id: 1, body: null, pull: {} }, { id: 2, body: 'text' }, 'no record'];
    expect(describeFields(fieldsOf(records), 2, 200)).toBe('body:null|string id:number pull?:object');
  });

  it('that do not fit are stood for by a digest that changes with them', () => {
    const many = Array.from({ length: 60 }, (_, index) => `field_number_${index}`);
    const record = (last: string) => Object.fromEntries([...many, last].map((name) => [name, 1]));
    const [one, other] = ['z', 'zz'].map((last) => describeFields(fieldsOf([record(last)]), 1, 200));
    expect(one?.length).toBeLessThanOrEqual(200);
    expect(one).toMatch(/ … 61 fields, digest [0-9a-f]{8}$/);
    expect(one).not.toBe(other);
  });
});

const isFromRequest = (text: string): boolean => text.includes('ic-1');

describe('texts that come back', () => {
  const [unusual] = TRIPS;
  if (unusual === undefined) throw new Error('there is no trip');
  const { body } = unusual;
  const title = unusual.title('ic-1');
  const describeRecord = (record: unknown) =>
    describeRoundTrip([{ trip: unusual, sent: JSON.stringify({ title, body }), record }], isFromRequest);

  it('are compared with what was sent, wherever the record holds them', () => {
    expect(describeRecord({ slug: 'ic-1', meta: { name: title, text: body } })).toBe('unchanged');
  });

  it('show what of them has changed', () => {
    const record = { title: title.replace(/\p{Emoji_Presentation}/gu, '?'), body: body.normalize('NFC') };
    expect(describeRecord(record)).toBe('title: emoji; body: combining marks');
  });

  it('show that they are not shown', () => {
    expect(describeRecord({ id: 1 })).toBe('title: not shown; body: not shown');
  });
});

const forName = (name: string, id: string) =>
  answered(404, { 'x-request-id': id, 'x-path': `/${name}` }, JSON.stringify({ message: `No ${name}`, id }));

describe('answers for a hidden name and for made-up ones', () => {
  const madeUp = [
    { answer: forName('qqqqqqqq', '2'), name: 'qqqqqqqq' },
    { answer: forName('zzzzzzzz', '3'), name: 'zzzzzzzz' },
  ] as const;

  it('are alike where they differ by name and by what always differs', () => {
    expect(differences(forName('a', '1'), 'a', madeUp)).toEqual([]);
  });

  it('differ where one says more', () => {
    const headers = { 'x-request-id': '1', 'x-path': '/a', vary: 'cookie' };
    const telling = answered(403, headers, '{"message":"No access","id":"1"}');
    expect(differences(telling, 'a', madeUp)).toEqual(['body message', 'header vary', 'status']);
  });
});

describe('what is written down', () => {
  it('groups names that stand for the same, and leaves out a single one', () => {
    const seen = [
      { name: 'abc', text: '422' },
      { name: '1.5', text: '200' },
      { name: '1e2', text: '422' },
    ];
    expect(together(seen)).toBe('abc, 1e2: 422; 1.5: 200');
    expect(together([{ name: 'abc', text: '422' }])).toBe('422');
  });

  it('is cut to a length and to one line', () => {
    expect(brief(`a\n\u0007b${'c'.repeat(100)}`, 10)).toBe('a bcccccc…');
    expect(brief('12345678😀0', 10)).toBe('12345678…');
    expect(briefly(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  });

  it('has secrets taken out before it is cut', () => {
    const secrets = new Secrets();
    const token = 'a-token-of-some-length-that-would-be-cut';
    secrets.add(token, 'TOKEN');
    const echo = answered(401, { 'content-type': 'application/json' }, JSON.stringify({ [token]: 1 }));
    expect(errorShapes([echo], (text) => secrets.scrub(text))).toEqual([
      { status: 401, text: 'application/json {<TOKEN>}' },
    ]);
  });

  it('tells a body that was too long to keep from one that was empty', () => {
    const answers = [
      answered(404, { 'content-type': 'text/html', 'content-length': '9000' }),
      answered(422, { 'content-length': '0' }),
    ];
    expect(errorShapes(answers, (text) => text)).toEqual([
      { status: 404, text: 'text/html, long' },
      { status: 422, text: 'empty' },
    ]);
  });

  it.each([
    [{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '1' }, '5000'],
    [{ 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=50;t=30' }, '100'],
    [{ ratelimit: 'limit=60, remaining=59, reset=10' }, '60'],
    [{ 'x-ratelimit-remaining': '59' }, null],
  ])('reads the limit out of %o', (headers, limit) => {
    expect(rateLimitOf(answered(200, headers))).toBe(limit);
  });

  it('knows the other case of a name', () => {
    expect(inOtherCase('aCme-1')).toBe('AcME-1');
  });
});

const payload = (title: string) => ({ title });

describe('an unusual creation', () => {
  it('is demanded nothing of where it is accepted, and still counts where it is refused', () => {
    const writer = new Writer('run1');
    const repository = { owner: 'a', repo: 'b' };
    const send = (unusual: boolean, status: number) => {
      const { body = null } = writer.ask({ repository, as: ANONYMOUS, payload, unusual })();
      const exchange = answered(status, {});
      writer.note({ ...exchange, request: { ...exchange.request, method: 'POST', body } });
    };
    send(true, 201);
    send(true, 422);
    send(false, 201);
    expect(writer.writes.map(({ outcome }) => outcome)).toEqual(['uncertain', 'refused', 'accepted']);
  });
});
