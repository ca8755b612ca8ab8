import { describe, expect, it } from 'vitest';
import { markedIn, shownIn, timesShown } from '../../src/created/own-records.ts';
import { Writer } from '../../src/created/writer.ts';
import type { Identity } from '../../src/snapshot/identity.ts';
import { listingOf } from '../../src/snapshot/listing.ts';
import { pageShowing, postAnswered } from './exchanges.ts';

const byId: Identity = { kind: 'field', path: ['id'] };
const byRecord: Identity = { kind: 'record', volatile: new Set() };
const none: Identity = { kind: 'none', why: 'alike' };

/** A writer that has sent some creations with titles, and the title and the marker of each. */
function written(count: number, status = 201) {
  const writer = new Writer('run1');
  const repository = { owner: 'acme', repo: 'widgets' };
  const sent = Array.from({ length: count }, () => {
    const request = writer.request({
      repository,
      as: { standing: 'none' },
      payload: (title, marker) => ({ title, body: `about ${marker}` }),
      valid: true,
    });
    const { body = '' } = request();
    writer.note(postAnswered(body, status));
    return {
      title: `conformance ${writer.markerIn(body)} may be deleted`,
      marker: writer.markerIn(body) ?? '',
    };
  });
  return { writer, sent };
}

/** How often each of some creations is found in some pages. */
function timesIn(
  pagesOf: (titles: readonly string[]) => readonly (readonly unknown[])[],
  { count = 2, identity = byId }: { count?: number; identity?: Identity } = {},
): number[] {
  const { writer, sent } = written(count);
  const pages = pagesOf(sent.map(({ title }) => title)).map(pageShowing);
  const shown = shownIn(pages, writer, identity);
  return sent.map(({ marker }) => timesShown(shown, marker));
}

describe('an issue of this run is counted', () => {
  it('by the records that show its title', () => {
    expect(
      timesIn(([one]) => [
        [
          { id: 1, title: one },
          { id: 2, title: 'another' },
        ],
      ]),
    ).toEqual([1, 0]);
  });

  it('twice where two records show it, on one page or on two', () => {
    expect(
      timesIn(([one, two]) => [
        [
          { id: 1, title: one },
          { id: 2, title: one },
          { id: 3, title: two },
        ],
      ]),
    ).toEqual([2, 1]);
    expect(
      timesIn(([one, two]) => [
        [
          { id: 1, title: one },
          { id: 3, title: two },
        ],
        [{ id: 2, title: one }],
      ]),
    ).toEqual([2, 1]);
  });

  it('once where one record stands on two pages, or in two listings, since the list may have moved', () => {
    expect(timesIn(([one]) => [[{ id: 1, title: one }], [{ id: 1, title: one }]])).toEqual([1, 0]);
  });

  it('twice where one page repeats its record, unless it repeats records of others too', () => {
    const [own, other] = [(title: unknown) => ({ id: 1, title }), { id: 2, title: 'x' }];
    expect(timesIn(([one]) => [[own(one), own(one), other]])).toEqual([2, 0]);
    expect(timesIn(([one]) => [[own(one), own(one), other, other]])).toEqual([1, 0]);
  });

  it('by what records show where they cannot be told apart', () => {
    const titled = (title: unknown) => ({ title });
    expect(
      timesIn(([one, two]) => [[titled(one), titled(one), titled('other')], [titled(two)]], {
        identity: none,
      }),
    ).toEqual([2, 1]);
  });

  it('by records alone, and by no text in place of one', () => {
    expect(timesIn(([one]) => [[{ id: 1, title: one }], [one]])).toEqual([1, 0]);
  });

  it('whatever has become of the case of its title, and of what stands behind the marker', () => {
    const changed = (title = '') => title.toUpperCase().replace(' MAY BE DELETED', '…');
    expect(timesIn(([one]) => [[{ id: 1, title: `  ${changed(one)}` }]], { count: 1 })).toEqual([1]);
  });
});

describe('a record that names issues of this run and is none of them', () => {
  it.each([
    ['quotes a title', (title: string) => `Robot: "${title}" looks like a test`],
    ['answers to a title', (title: string) => `Re: ${title}`],
    ['has only the marker in its text', (title: string) => `see ${/ic-\S+/.exec(title)?.[0]}`],
  ])('%s', (_what, quoting) => {
    const { writer, sent } = written(1);
    const [{ title, marker } = { title: '', marker: '' }] = sent;
    const records = [
      { id: 1, title },
      { id: 2, title: quoting(title) },
      { id: 3, title: 'Triage', body: quoting(title) },
    ];
    const shown = shownIn([pageShowing(records)], writer, byId);
    expect(timesShown(shown, marker)).toBe(1);
    expect(shown.shownAs.get(marker)).toEqual(records[0]);
    // It bears a trace all the same: who finds only that must not call the issue missing.
    expect(shown.keys.get('3')?.isMarked).toBe(true);
    const onlyQuoted = shownIn([pageShowing(records.slice(1))], writer, byId);
    expect([timesShown(onlyQuoted, marker), onlyQuoted.traces.has(marker)]).toEqual([0, true]);
    expect(onlyQuoted.begun.has(marker)).toBe(false);
  });

  it('may name its neighbour beside its own title', () => {
    const of = (titles: readonly string[]) =>
      titles.map((title, n) => ({ id: n, previous: { title: titles[n - 1] }, title }));
    expect(timesIn((titles) => [of(titles)], { count: 4 })).toEqual([1, 1, 1, 1]);
  });

  it('may name the latest issue of the repository, each record the same one', () => {
    const of = (titles: readonly string[]) =>
      titles.map((title, n) => ({ id: n, latest: titles.at(-1), data: { title } }));
    expect(timesIn((titles) => [of(titles)], { count: 3 })).toEqual([1, 1, 1]);
  });

  it('may all name the one issue there is', () => {
    const of = ([title]: readonly string[]) => [
      { id: 1, latest: title },
      { id: 2, latest: title },
      { id: 3, latest: title, data: { title } },
    ];
    expect(timesIn((titles) => [of(titles)], { count: 1 })).toEqual([1]);
  });

  it('may stand under names of its own, and in an array', () => {
    expect(
      timesIn(([one, two]) => [[{ 17: { t: one } }, { 18: { t: two } }]], { identity: byRecord }),
    ).toEqual([1, 1]);
    expect(
      timesIn(([one, two]) => [[{ v: [one, 'open'] }, { v: ['open', two] }]], { identity: byRecord }),
    ).toEqual([1, 1]);
  });
});

describe('what a refused request has left', () => {
  it('is a record whose own title or body is the one that was sent', () => {
    const { writer, sent } = written(3, 422);
    const [one, two, three] = sent;
    const records = [
      { id: 1, title: one?.title },
      { id: 2, title: 'untitled', body: `about ${two?.marker}` },
      { id: 3, title: `Robot: ${three?.title}` },
    ];
    const { begun } = shownIn([pageShowing(records)], writer, byId);
    expect([...begun]).toEqual([one?.marker, two?.marker]);
  });
});

describe('a page of which not all is kept', () => {
  it('shows what it showed, once that was looked for', () => {
    const { writer, sent } = written(2);
    const [one, two] = sent;
    const page = pageShowing([
      { id: 1, title: one?.title },
      { id: 2, title: 'other' },
      { id: 3, title: two?.title },
    ]);
    const listing = listingOf(page);
    if (listing.kind !== 'list') throw new Error('it is a list');
    expect([...markedIn(page, writer).keys()]).toEqual([0, 2]);
    listing.records.keysBy(byId);
    listing.records.letGo();
    const { records, keys } = shownIn([page], writer, byId);
    expect([[...records.keys()], [...keys.keys()]]).toEqual([
      [one?.marker, two?.marker],
      ['1', '2', '3'],
    ]);
  });

  it('keeps no more of its records than it has to', () => {
    const { writer, sent } = written(1);
    const [short, long] = ['x', Array.from({ length: 100 }, () => 'x'.repeat(3000))].map((body) =>
      pageShowing([{ id: 1, title: sent[0]?.title, body }]),
    );
    if (short === undefined || long === undefined) throw new Error('two pages');
    expect(markedIn(short, writer)).toBe(markedIn(short, writer));
    expect(markedIn(long, writer)).not.toBe(markedIn(long, writer));
    expect(markedIn(long, writer).size).toBe(1);
  });
});

describe('the account of all records', () => {
  it('has each with how often it stands on one page, and whether it shows any marker', () => {
    const { writer, sent } = written(1);
    const records = [{ id: 1, title: 'x' }, { id: 1, title: 'x' }, { id: 2, title: sent[0]?.title }, null];
    const page = pageShowing(records);
    const { keys, places } = shownIn([page, pageShowing([{ id: 1, title: 'x' }])], writer, byId);
    expect(keys.get('1')).toEqual({ times: 2, isMarked: false });
    expect(keys.get('2')).toEqual({ times: 1, isMarked: true });
    expect(places.get(sent[0]?.marker ?? '')).toEqual([{ page, result: 3, key: '2' }]);
  });
});

describe('an issue of this run whose record shows none of its texts', () => {
  /** A writer whose creations were answered with these bodies, and their markers. */
  function answeredWith(...answers: readonly unknown[]) {
    const writer = new Writer('run1');
    const markers = answers.map((answer) => {
      const { body = '' } = writer.request({
        repository: { owner: 'acme', repo: 'widgets' },
        as: { standing: 'none' },
        payload: (title) => ({ title }),
        valid: true,
      })();
      writer.note(postAnswered(body, 201, null, JSON.stringify(answer)));
      return writer.markerIn(body) ?? '';
    });
    return { writer, markers };
  }

  it.each([
    ['the record', { id: 7, user: { id: 1 } }],
    ['an object that holds it', { issue: { id: 7 }, warnings: [] }],
  ])('is the record that has the id of its answer, which is %s', (_what, answer) => {
    const { writer, markers } = answeredWith(answer);
    const shown = shownIn([pageShowing([{ id: 7 }, { id: 8 }])], writer, byId, new Set());
    expect(markers.map((marker) => timesShown(shown, marker))).toEqual([1]);
    expect([...shown.named]).toEqual(markers);
  });

  it.each([
    ['the same id', [{ id: 7 }, { id: 7 }]],
    ['an id that is not told from its author’s', [{ issue: { id: 7 }, user: { id: 7 } }]],
    ['a list', [[{ id: 7 }]]],
    ['the id of a record that was there before', [{ id: 3 }]],
  ])('is not known if its answer holds %s', (_what, answers) => {
    const { writer, markers } = answeredWith(...answers);
    const shown = shownIn([pageShowing([{ id: 7 }, { id: 3 }])], writer, byId, new Set(['3']));
    expect(markers.map((marker) => timesShown(shown, marker))).toEqual(markers.map(() => 0));
    expect(shown.answered.size).toBe(0);
  });

  it.each([
    ['a receipt with an id of its own', { id: 7, status: 'queued' }, 0],
    ['the id alone', { id: 7 }, 0],
    ['a record like the listed ones', { id: 7, state: 'open', locked: false }, 1],
  ])(
    'is known by a record like the listed ones only, if nothing was read before it: %s',
    (_what, answer, times) => {
      const { writer, markers } = answeredWith(answer);
      const page = pageShowing([
        { id: 7, state: 'open' },
        { id: 8, state: 'open', draft: true },
      ]);
      const shown = shownIn([page], writer, byId);
      expect(markers.map((marker) => timesShown(shown, marker))).toEqual([times]);
    },
  );

  it('is not a record that shows the title of another one', () => {
    const { writer, sent } = written(1);
    const [{ title, marker } = { title: '', marker: '' }] = sent;
    const { body = '' } = writer.request({
      repository: { owner: 'acme', repo: 'widgets' },
      as: { standing: 'none' },
      payload: (own) => ({ title: own }),
      valid: true,
    })();
    writer.note(postAnswered(body, 201, null, JSON.stringify({ id: 7 })));
    const shown = shownIn([pageShowing([{ id: 7, title }])], writer, byId, new Set());
    expect([timesShown(shown, marker), timesShown(shown, writer.markerIn(body) ?? '')]).toEqual([1, 0]);
  });
});
