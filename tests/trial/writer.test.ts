import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange, TransportFault } from '../../src/target/exchange.ts';
import { ANONYMOUS } from '../../src/target/question.ts';
import { type Submission, Writer } from '../../src/trial/writer.ts';

const SUBMISSION: Submission = {
  repository: { owner: 'acme', repo: 'widgets' },
  as: ANONYMOUS,
  payload: (title) => ({ title }),
};

const bodyOf = (writer: Writer, submission = SUBMISSION): string => writer.ask(submission)().body ?? '';

function answered(body: string, status: number | null, fault: TransportFault | null = null): Exchange {
  return {
    request: { method: 'POST', url: 'http://localhost/', headers: {}, body },
    response: status === null ? null : { status, headers: {}, body: '', utf8: true },
    fault: fault === null ? null : { kind: fault, message: 'it broke' },
    startedAt: 0,
    ms: 1,
  };
}

function outcomeOf(status: number | null, fault: TransportFault | null = null, unusual = false) {
  const writer = new Writer('run1');
  writer.note(answered(bodyOf(writer, { ...SUBMISSION, unusual }), status, fault));
  return writer.writes[0]?.outcome;
}

describe('a request that may create an issue', () => {
  it('is made anew for each attempt, with a marker of its own', () => {
    const writer = new Writer('run1');
    const ask = writer.ask(SUBMISSION);
    const markers = Array.from({ length: 2000 }, () => writer.markerIn(ask().body ?? ''));
    expect(new Set(markers).size).toBe(2000);
    expect(markers).not.toContain(undefined);
  });

  it('has its marker in the title, with words behind it', () => {
    expect(JSON.parse(bodyOf(new Writer('run1'), { ...SUBMISSION, words: '日本語 "quoted"' }))).toEqual({
      title: expect.stringMatching(/^\S+ ic-run1-0001 日本語 "quoted"$/),
    });
  });

  it('is sent once more with the same payload and a marker of its own', () => {
    const writer = new Writer('run1');
    const payload = (title: string, marker: string) => ({ title, body: `about ${marker}` });
    writer.note(answered(bodyOf(writer, { ...SUBMISSION, payload, words: 'as before' }), 201));
    const [write] = writer.writes;
    if (write === undefined) throw new Error('nothing was noted');
    expect(JSON.parse(bodyOf(writer, { ...SUBMISSION, payload: writer.again(write) }))).toEqual({
      title: 'conformance ic-run1-0002 as before',
      body: 'about ic-run1-0002',
    });
  });

  it('is told from the requests of another run', () => {
    expect(new Writer('run1').markerIn(bodyOf(new Writer('run2')))).toBeUndefined();
  });

  it('is known by its marker, in whatever case it comes back', () => {
    const writer = new Writer('run1');
    expect(writer.markerIn(bodyOf(writer).toUpperCase())).toBe('ic-run1-0001');
  });

  it('is found by its marker within any text', () => {
    const writer = new Writer('run1');
    const marker = writer.markerIn(bodyOf(writer)) ?? '';
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(writer.markerIn(`${before} ${marker} ${after}`)).toBe(marker);
      }),
    );
  });
});

describe('the account of what may have been stored', () => {
  it('calls 2xx accepted, 4xx refused and everything else uncertain', () => {
    const outcomes = [200, 201, 204, 400, 401, 404, 422, 302, 500, 503].map((status) => outcomeOf(status));
    expect(outcomes).toEqual([
      ...Array.from({ length: 3 }, () => 'accepted'),
      ...Array.from({ length: 4 }, () => 'refused'),
      ...Array.from({ length: 3 }, () => 'uncertain'),
    ]);
  });

  it('calls an answer that broke off uncertain, whatever its status', () => {
    expect(outcomeOf(201, 'broken')).toBe('uncertain');
    expect(outcomeOf(422, 'timeout')).toBe('uncertain');
    expect(outcomeOf(null, 'broken')).toBe('uncertain');
  });

  it('demands nothing of an unusual request that was accepted', () => {
    expect(outcomeOf(201, null, true)).toBe('uncertain');
    expect(outcomeOf(422, null, true)).toBe('refused');
  });

  it('takes no note of a GET, nor of a request that is not of this run', () => {
    const writer = new Writer('run1');
    const body = bodyOf(writer);
    const get = answered(body, 200);
    writer.note({ ...get, request: { ...get.request, method: 'GET' } });
    writer.note(answered(bodyOf(new Writer('run2')), 201));
    writer.note(answered('{"title":"of somebody else"}', 201));
    expect(writer.writes).toEqual([]);
  });
});
