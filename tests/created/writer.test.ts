import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransportFault } from '../../src/client/exchange.ts';
import { ANONYMOUS } from '../../src/client/request.ts';
import { type Submission, Writer } from '../../src/created/writer.ts';
import { postAnswered } from './exchanges.ts';

const UNSAID: Submission = {
  repository: { owner: 'acme', repo: 'widgets' },
  as: ANONYMOUS,
  payload: (title) => ({ title }),
};
const SUBMISSION: Submission = { ...UNSAID, valid: true };

const bodyOf = (writer: Writer, part: Partial<Submission> = {}): string =>
  writer.request({ ...SUBMISSION, ...part })().body ?? '';

/** What a writer notes of an accepted creation. */
function noted(part: Partial<Submission>) {
  const writer = new Writer('run1');
  writer.note(postAnswered(bodyOf(writer, part), 201));
  return { writer, write: writer.sent[0] };
}

describe('a request that may create an issue', () => {
  it('is made anew for each attempt, with a marker of its own', () => {
    const writer = new Writer('run1');
    const ask = writer.request(SUBMISSION);
    const markers = Array.from({ length: 2000 }, () => writer.markerIn(ask().body ?? ''));
    expect(new Set(markers).size).toBe(2000);
    expect(markers).not.toContain(undefined);
  });

  it('is sent once more with the same payload and a marker of its own', () => {
    const payload = (title: string, marker: string) => ({ title, body: `about ${marker}` });
    const { writer, write } = noted({ payload, words: '日本語 "quoted"' });
    const again = write === undefined ? '' : bodyOf(writer, { payload: writer.again(write) });
    expect(JSON.parse(again)).toEqual({
      title: 'conformance ic-run1-0002 日本語 "quoted"',
      body: 'about ic-run1-0002',
    });
  });

  it('is known by its marker in any text, in whatever case, and told from those of other runs', () => {
    const writer = new Writer('run1');
    const marker = writer.markerIn(bodyOf(writer).toUpperCase()) ?? '';
    expect(writer.markerIn(bodyOf(new Writer('run2')))).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(writer.markerIn(`${before} ${marker} ${after}`)).toBe('ic-run1-0001');
      }),
    );
  });
});

describe('what may have been stored', () => {
  it.each<readonly [number | null, TransportFault | null, Submission, string]>([
    ...[200, 201, 204].map((status) => [status, null, SUBMISSION, 'accepted'] as const),
    ...[400, 401, 404, 422].map((status) => [status, null, SUBMISSION, 'refused'] as const),
    ...[302, 500, 503].map((status) => [status, null, SUBMISSION, 'uncertain'] as const),
    [201, 'broken', SUBMISSION, 'uncertain'],
    [422, 'timeout', SUBMISSION, 'uncertain'],
    [null, 'broken', SUBMISSION, 'uncertain'],
    [201, null, UNSAID, 'uncertain'],
    [422, null, UNSAID, 'refused'],
  ])('of %s (%s) is noted by %o as %s', (status, fault, submission, outcome) => {
    const writer = new Writer('run1');
    writer.note(postAnswered(writer.request(submission)().body ?? '', status, fault));
    expect(writer.sent[0]?.outcome).toBe(outcome);
  });

  it('is nothing of a GET, nor of a request that is not of this run', () => {
    const writer = new Writer('run1');
    const get = postAnswered(bodyOf(writer), 200);
    writer.note({ ...get, request: { ...get.request, method: 'GET' } });
    writer.note(postAnswered(bodyOf(new Writer('run2')), 201));
    writer.note(postAnswered('{"title":"of somebody else"}', 201));
    expect(writer.sent).toEqual([]);
  });

  it.each<readonly [string, Submission['payload'], readonly string[]]>([
    [
      'its title as far as the marker',
      (title) => ({ title: `${title} and more` }),
      ['conformance ic-run1-0001'],
    ],
    [
      'its body beside another title',
      (_title, marker) => ({ title: '0', body: `zero ${marker}` }),
      ['zero ic-run1-0001'],
    ],
    [
      'a wrong value as a text',
      (_title, marker) => ({ title: { text: marker } }),
      ['ic-run1-0001', '{"text":"ic-run1-0001'],
    ],
  ])('shows as its own %s', (_what, payload, texts) => {
    expect(noted({ payload }).write?.texts).toEqual(expect.arrayContaining([...texts]));
  });
});
