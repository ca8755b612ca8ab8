import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteCreated } from '../../proof/changes/creations.ts';
import { nthOf } from '../../proof/changes/moments.ts';
import type { TransportFault } from '../../src/client/exchange.ts';
import { ANONYMOUS } from '../../src/client/request.ts';
import { type Submission, Writer } from '../../src/created/writer.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import type { IssueDraft } from '../../src/service/world/repository.ts';
import { postAnswered } from './exchanges.ts';
import { type Outcome, tryOn } from './trying.ts';

const CREATING = [
  'create.accepted',
  'create.body-optional',
  'create.listed',
  'create.once',
  'create.concurrent',
] as const;

const SUBMISSION: Submission = {
  repository: { owner: 'acme', repo: 'widgets' },
  as: ANONYMOUS,
  payload: (title) => ({ title }),
  valid: true,
};

const bodyOf = (writer: Writer, submission = SUBMISSION): string => writer.request(submission)().body ?? '';

function outcomeOf(status: number | null, fault: TransportFault | null = null, submission = SUBMISSION) {
  const writer = new Writer('run1');
  writer.note(postAnswered(bodyOf(writer, submission), status, fault));
  return writer.sent[0]?.outcome;
}

describe('a request that may create an issue', () => {
  it('is made anew for each attempt, with a marker of its own', () => {
    const writer = new Writer('run1');
    const ask = writer.request(SUBMISSION);
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
    writer.note(postAnswered(bodyOf(writer, { ...SUBMISSION, payload, words: 'as before' }), 201));
    const [write] = writer.sent;
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

  it('demands nothing of a request that was accepted and is not said to be valid', () => {
    const { valid: _valid, ...unsaid } = SUBMISSION;
    expect(outcomeOf(201, null, unsaid)).toBe('uncertain');
    expect(outcomeOf(422, null, unsaid)).toBe('refused');
  });

  it('takes no note of a GET, nor of a request that is not of this run', () => {
    const writer = new Writer('run1');
    const body = bodyOf(writer);
    const get = postAnswered(body, 200);
    writer.note({ ...get, request: { ...get.request, method: 'GET' } });
    writer.note(postAnswered(bodyOf(new Writer('run2')), 201));
    writer.note(postAnswered('{"title":"of somebody else"}', 201));
    expect(writer.sent).toEqual([]);
  });
});

describe('what the issue of a creation shows as its own', () => {
  const sentWith = (payload: Submission['payload']) => {
    const writer = new Writer('run1');
    writer.note(postAnswered(bodyOf(writer, { ...SUBMISSION, payload }), 201));
    return writer.sent[0];
  };

  it('begins with the title as far as the marker, since a service may cut what stands behind it', () => {
    expect(sentWith((title) => ({ title: `${title} and more`, body: 'no marker' }))).toMatchObject({
      texts: expect.arrayContaining(['conformance ic-run1-0001']),
      field: 'title',
    });
  });

  it('is its body where the title has no room for a marker', () => {
    expect(sentWith((_title, marker) => ({ title: '0', body: `zero ${marker}` }))).toMatchObject({
      texts: expect.arrayContaining(['zero ic-run1-0001']),
      field: 'body',
    });
  });

  it('may be a wrong value that was made a text', () => {
    const sent = sentWith((_title, marker) => ({ title: { text: marker } }));
    expect(sent?.texts).toEqual(expect.arrayContaining(['ic-run1-0001', '{"text":"ic-run1-0001']));
  });
});

describe('a creation whose answer goes to nobody', () => {
  /** The answer to a few creations is lost on its way back. */
  const losing = (): Change => {
    const isNth = nthOf(15, isCreate);
    return (b) => ({
      around: async (inner, request) => {
        const answer = await b.around(inner, request);
        return isNth(request) ? { ...answer, delivery: 'reset' } : answer;
      },
    });
  };

  it('is sent again under another marker, so that nothing is listed twice or left behind', async () => {
    const { failed, sent } = await tryOn({ changes: [losing()] }, CREATING);
    expect(failed).toEqual([]);
    const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const markers = bodies.map((body) => /ic-testrun001-\w+/.exec(body ?? '')?.[0]);
    expect(new Set(markers).size).toBe(markers.length);
  });
});

describe('what a run writes', () => {
  const posts = (sent: Outcome['sent']) => sent.filter(({ method }) => method === 'POST');

  it('is nothing where no writes are allowed', async () => {
    expect(posts((await tryOn({}, ruleIds, { writes: 'none' })).sent)).toEqual([]);
  });

  it('leaves no issue behind where only refusals are allowed', async () => {
    const created: string[] = [];
    const noting: Change = (b) => noteCreated(b, ({ title }) => created.push(title));
    const { sent, failed } = await tryOn({ changes: [noting] }, ruleIds, { writes: 'rejected' });
    expect(posts(sent).length).toBeGreaterThan(40);
    expect(failed).toEqual([]);
    expect(created).toEqual([]);
  });

  it.each([
    ['quick', 20],
    ['standard', 80],
  ] as const)('stays small: at most so many issues in %s', async (profile, most) => {
    const created: string[] = [];
    const noting: Change = (b) => noteCreated(b, ({ title }) => created.push(title));
    await tryOn({ changes: [noting] }, ruleIds, { profile });
    expect(created.length).toBeLessThanOrEqual(most);
  });

  it('says in every title whose it is, and that it may be deleted', async () => {
    const created: IssueDraft[] = [];
    const noting: Change = (b) => noteCreated(b, ({ title, body }) => created.push({ title, body }));
    await tryOn({ changes: [noting] }, CREATING);
    for (const { title, body } of created) expect(`${title} ${body}`).toMatch(/ic-testrun001-\w+/);
  });
});
