import { describe, expect, it } from 'vitest';
import { createOne } from '../../proof/changes/other-people.ts';
import type { Injected } from '../../proof/injected.ts';
import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER, isSortKey } from '../../src/service/conforming/listing.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { type Otherwise, tryOn } from '../created/trying.ts';

const observed = async (
  id: RuleId,
  options: Injected,
  settings: Otherwise = {},
  only: readonly RuleId[] = [id],
) => {
  const { value, why } = await tryOn(options, only, settings);
  return value(id) ?? `undecided: ${why(id)}`;
};

/** Somebody else creates an issue before every request of some kind, while nothing else of the service changes. */
const writingBefore =
  (applies: (request: ServiceRequest, nth: number) => boolean): Change =>
  (b) => {
    let nth = 0;
    return {
      around: (inner, request) => {
        nth += 1;
        const [repository] = request.world.repositories;
        if (repository !== undefined && applies(request, nth)) createOne(repository, request.world);
        return b.around(inner, request);
      },
    };
  };

describe('sort keys that work', () => {
  const sorting =
    (order: Behaviour['order']): Change =>
    () => ({ order });

  it('are not those of a service that obeys the direction whatever the key is', async () => {
    const change = sorting((_sort, direction) => ({
      key: 'created',
      direction: direction === 'asc' ? 'asc' : 'desc',
    }));
    expect(await observed('observed.sort.values', { changes: [change] })).toBe('none');
  });

  it('are found though invalid ones obey the direction', async () => {
    const change = sorting((sort, direction) => ({
      key: sort === 'comments' ? 'comments' : 'created',
      direction: direction === 'asc' ? 'asc' : 'desc',
    }));
    expect(await observed('observed.sort.values', { changes: [change] })).toBe('`comments`');
  });

  it('are found though the direction is not obeyed at all', async () => {
    const change = sorting((sort) =>
      sort === 'updated' ? { key: 'updated', direction: 'desc' } : DEFAULT_ORDER,
    );
    expect(await observed('observed.sort.values', { changes: [change] })).toBe('`updated`');
  });

  it('are told from those that are refused', async () => {
    const refusing: Change = () => ({
      refuseQuery: ({ request }) => {
        const sort = request.query('sort');
        return sort === 'title' && !isSortKey(sort) ? 'query-invalid' : undefined;
      },
    });
    expect(await observed('observed.sort.values', { changes: [refusing] })).toBe(
      '`created`, `updated`, `comments`; `title` → 422',
    );
  });
});

describe('values of state', () => {
  /** All that is not open is so old that it stands on the last page only. */
  const oldClosed: Change = (b) => ({
    arrange: (issues, state, order) => {
      const rank = (issue: Issue): number => (issue.state === 'open' ? 0 : 1);
      const arranged = [...b.arrange(issues, state, order)];
      return arranged.sort((x, y) => rank(x) - rank(y));
    },
  });

  it('are known by what they list, though the first page shows no difference', async () => {
    for (const issues of [137, 350])
      expect(await observed('observed.state.values', { changes: [oldClosed], issues }), String(issues)).toBe(
        '`all`, `closed` → 200, other issues; `OPEN`, empty, made-up → 200, same as open',
      );
  });

  it('are known by issues, not by their order', async () => {
    const other: Change = (b) => ({
      stateFilter: (raw, request) => (raw === 'closed' ? 'open' : b.stateFilter(raw, request)),
    });
    expect(await observed('observed.state.values', { changes: [other] })).toBe(
      '`all` → 200, other issues; `closed`, `OPEN`, empty, made-up → 200, same as open',
    );
  });
});

describe('what others do meanwhile does not blur', () => {
  it('whether a conditional request is answered 304', async () => {
    let conditional = 0;
    const once = writingBefore((request) => {
      conditional += request.header('if-none-match') === undefined ? 0 : 1;
      return request.header('if-none-match') !== undefined && conditional === 1;
    });
    expect(await observed('observed.caching', { changes: [once] })).toBe('ETag → 304');
    expect(await observed('observed.caching', {}, {}, ruleIds)).toBe('ETag → 304');
  });

  it('that nothing follows where the list changes each time', async () => {
    const always = writingBefore(isList);
    expect(await observed('observed.caching', { changes: [always] })).toMatch(/^undecided: The list changed/);
  });

  it.each([
    ['observed.create.round-trip', 'unchanged'],
    ['observed.create.extra-fields', '204, extra field dropped'],
    ['observed.create.state', 'open'],
    ['observed.create.visible-after', 'at once'],
  ] as const)('%s', async (id, value) => {
    const variants = ['created-204'];
    const often = writingBefore((_request, nth) => nth % 2 === 0);
    expect(await observed(id, { variants })).toBe(value);
    expect(await observed(id, { variants, changes: [often] })).toBe(value);
    // Nor do the bursts of this run, and what its own rules create.
    expect(await observed(id, { variants }, {}, ruleIds)).toBe(value);
  });

  it('which field comes back, though the body of another one is quoted by a robot', async () => {
    const quoting: Change = (b) => ({
      store: async (draft, repository, call) => {
        const issue = await b.store(draft, repository, call);
        if (isCreate(call.request))
          repository.insert(
            repository.prepare(
              { title: `Re: ${draft.title.trim().toUpperCase()}`, body: null },
              issue.user,
              call.request.world.now(),
            ),
          );
        return issue;
      },
    });
    expect(await observed('observed.create.round-trip', { changes: [quoting] })).toBe('unchanged');
  });

  it('what two listings have in common, where the list always moves', async () => {
    const always = writingBefore(isList);
    const seen = await observed('observed.page.zero', { changes: [always] });
    expect(seen).toMatch(/^undecided: The list changed whenever/);
  });
});
