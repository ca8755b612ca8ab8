import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { failure } from '../../proof/changes/answers.ts';
import { createOne, nthNewestOpen } from '../../proof/changes/other-people.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { bothOf, type FirstListing } from '../../src/observe/listed-issues.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, type ServiceRequest } from '../../src/service/request.ts';
import { tryOn } from '../created/trying.ts';

const observed = async (id: RuleId, ...changes: readonly Change[]): Promise<string> => {
  const { value, why } = await tryOn({ changes }, [id]);
  return value(id) ?? `undecided: ${why(id)}`;
};

/** Does something before those requests to which it applies. */
const before =
  (applies: (request: ServiceRequest) => boolean, act: (request: ServiceRequest) => void): Change =>
  (b) => ({
    around: (inner, request) => {
      if (applies(request)) act(request);
      return b.around(inner, request);
    },
  });

/** As {@link before}, the first time alone. */
function once(applies: (request: ServiceRequest) => boolean, act: (request: ServiceRequest) => void): Change {
  let isDone = false;
  return before(
    (request) => !isDone && applies(request),
    (request) => {
      isDone = true;
      act(request);
    },
  );
}

/** Answers otherwise where it applies, the first so many times. */
const firstTimes =
  (times: number, applies: (request: ServiceRequest) => boolean, status: number): Change =>
  (b) => {
    let left = times;
    return {
      around: async (inner, request) => {
        if (!applies(request) || left === 0) return b.around(inner, request);
        left -= 1;
        return failure(status);
      },
    };
  };

const pageIs = (page: string) => (request: ServiceRequest) => request.query('page') === page;

const numberedSchema = z.array(z.looseObject({ number: z.number() }));

/** The next page is named by the last record of this one, and holds what is older than that. */
const linksByRecord: Change = (b) => {
  const known = new Map<number, unknown>();
  return {
    around: async (inner, request) => {
      const answer = await b.around(inner, request);
      const isListed = request.method === 'GET' && request.url.pathname.endsWith('/acme/widgets/issues');
      const read = numberedSchema.safeParse(answer.status === 200 ? JSON.parse(String(answer.body)) : null);
      if (!isListed || !read.success) return answer;
      for (const record of read.data) known.set(record.number, record);
      const { link: _link, ...headers } = answer.headers;
      const last = request.query('before');
      if (last === undefined) {
        const next = `<${request.url.pathname}?before=${read.data.at(-1)?.number}>; rel="next"`;
        return { ...answer, headers: { ...headers, link: next } };
      }
      const older = [...known.keys()].filter((number) => number < Number(last)).toSorted((x, y) => y - x);
      return {
        ...answer,
        headers,
        body: JSON.stringify(older.slice(0, 30).map((number) => known.get(number))),
      };
    },
  };
};

describe('a link that holds a place in the list', () => {
  const createOnce = once(
    (request) => request.query('page') === '2' && request.query('per_page') === undefined,
    ({ world }) => {
      const [repository] = world.repositories;
      if (repository !== undefined) createOne(repository, world);
    },
  );

  it('leads to page 2 as long as the list stays as it is', async () => {
    const seen = 'next; next → 200, same as page 2';
    expect(await observed('observed.links', linksByRecord)).toBe(seen);
    expect(await observed('observed.links', linksByRecord, createOnce)).toBe(seen);
  });
});

describe('an edit', () => {
  const editEachTime = before(
    () => true,
    ({ world, ordinal }) => {
      const [repository] = world.repositories;
      const issue = repository === undefined ? undefined : nthNewestOpen(repository, 1 + (ordinal % 9));
      if (issue !== undefined)
        repository?.replace(issue, { ...issue, title: `${issue.title} ${ordinal}`, comments: ordinal });
    },
  );

  it('is not what makes a new ETag each time', async () => {
    expect(await observed('observed.caching', editEachTime)).toMatch(
      /^undecided: The list changed between .* run again while nobody else writes\.$/,
    );
  });

  it('is not how a title comes back', async () => {
    let edits = 0;
    const editNew: Change = (b) => ({
      store: async (draft, repository, call) => {
        const issue = await b.store(draft, repository, call);
        edits += 1;
        if (edits % 4 === 0) repository.replace(issue, { ...issue, title: `${issue.title} (edited)` });
        return issue;
      },
    });
    expect(await observed('observed.create.round-trip', editNew)).toBe('unchanged');
  });
});

describe('a page after the last one', () => {
  it('shows nothing where the list has grown by a page', async () => {
    const grow = once(
      (request) => request.query('page') === '3',
      ({ world }) => {
        const [repository] = world.repositories;
        if (repository === undefined) return;
        for (let left = 200; left > 0; left -= 1) createOne(repository, world);
      },
    );
    expect(await observed('observed.page.beyond-end', grow)).toMatch(/^undecided: The list had grown/);
  });
});

describe('a server error', () => {
  it('is written down where it comes again', async () => {
    const broken = firstTimes(Number.POSITIVE_INFINITY, pageIs('0'), 500);
    expect(await observed('observed.page.zero', broken)).toBe('500');
  });

  it('leaves the answer open where it does not', async () => {
    expect(await observed('observed.create.null-body', firstTimes(1, isCreate, 500))).toMatch(
      /^undecided: The same request was answered 500 and then 201;/,
    );
  });
});

describe('what a private repository is told apart by', () => {
  it('is not what differs by accident', async () => {
    let asked = 0;
    const dated: Change = (b) => ({
      around: async (inner, request) => {
        const answer = await b.around(inner, request);
        asked += request.repo === 'vault' ? 1 : 0;
        return request.repo === 'vault' && asked === 1
          ? { ...answer, headers: { ...answer.headers, 'x-second': '59' } }
          : answer;
      },
    });
    expect(await observed('observed.private.indistinguishable', dated)).toBe('cannot be told apart');
  });
});

describe('two new issues, one after the other', () => {
  const listed = (lag: string, state?: string): FirstListing => ({
    kind: 'listed',
    lag,
    state: state === undefined ? {} : { state },
  });

  it('show a lag only where both have it', () => {
    expect(bothOf(listed('within 1 s'), listed(''))).toEqual(listed(''));
    expect(bothOf(listed('within 1 s'), listed('within 5 s'))).toEqual(listed('within 5 s'));
  });

  it('show no state where they have different ones', () => {
    expect(bothOf(listed('', 'closed'), listed('', 'closed'))).toEqual(listed('', 'closed'));
    expect(bothOf(listed('', 'closed'), listed(''))).toMatchObject({ kind: 'listed', state: null });
  });

  it('show nothing where only one is listed', () => {
    expect(() => bothOf({ kind: 'not-listed' }, listed(''))).toThrow('Of two new issues one was listed');
    expect(bothOf({ kind: 'not-listed' }, { kind: 'not-listed' })).toEqual({ kind: 'not-listed' });
  });
});
