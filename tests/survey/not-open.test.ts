import { describe, expect, it } from 'vitest';
import type { Identity } from '../../src/survey/identity.ts';
import { Known } from '../../src/survey/known.ts';
import { notOpenIsVisible } from '../../src/survey/not-open.ts';
import type { Exchange } from '../../src/target/exchange.ts';
import type { Query } from '../../src/target/question.ts';
import { answered } from './reading.ts';

const byId = { kind: 'field', path: ['id'] } as const;

interface Issue {
  readonly id: number;
  readonly open: boolean;
}

interface Looking {
  readonly tries?: number;
  readonly identity?: Identity;
  /** What becomes of a value of `state` that the service does not know. */
  readonly unknown?: 'ignored' | 'refused';
}

const PAGE = 100;

/** Looks at a service with these issues in this order, which knows these values of `state` and ignores all others. */
function isVisible(
  issues: readonly Issue[],
  states: Readonly<Record<string, (issue: Issue) => boolean>>,
  { tries = 8, identity = byId, unknown = 'ignored' }: Looking = {},
) {
  const shown = (list: readonly Issue[]) => list.map(({ id }) => ({ id }));
  const open = issues.filter((issue) => issue.open);
  const known = new Known(
    [answered(shown(open.slice(0, PAGE))), answered(shown(open.slice(PAGE, 2 * PAGE)))],
    identity,
  );
  const asked: Query[] = [];
  const ask = (query: Query): Promise<Exchange> => {
    asked.push(query);
    const filter = states[String(query['state'])];
    if (filter === undefined && unknown === 'refused') return Promise.resolve(answered({}, 422));
    const list = filter === undefined ? open : issues.filter(filter);
    return Promise.resolve(answered(shown(list.slice(0, PAGE))));
  };
  return notOpenIsVisible(ask, known, tries).then((visible) => ({ visible, asked }));
}

/** Issues in descending order, the newest first; `closed` says by id which are not open. */
const newestFirst = (count: number, closed: (id: number) => boolean): Issue[] =>
  Array.from({ length: count }, (_, index) => ({ id: count - index, open: !closed(count - index) }));
const all = () => true;
const closedOnly = (issue: Issue) => !issue.open;

describe('an issue that is not open', () => {
  it('is visible where it stands between open ones', async () => {
    const { visible } = await isVisible(
      newestFirst(300, (id) => id === 280),
      { all },
    );
    expect(visible).toBe(true);
  });

  it('is visible where only the closed ones can be listed, and it would stand among the open ones', async () => {
    const { visible } = await isVisible(
      newestFirst(300, (id) => id === 280),
      { closed: closedOnly },
    );
    expect(visible).toBe(true);
  });

  it('is visible where it stands between open ones of a list whose order no field shows', async () => {
    const mixed = newestFirst(300, () => false).map(({ id }) => ({
      id: (id * 7919) % 1009,
      open: id !== 280,
    }));
    expect((await isVisible(mixed, { all })).visible).toBe(true);
    expect((await isVisible(mixed, { closed: closedOnly })).visible).toBe(false);
  });

  it('is visible in a short list that was read whole, wherever it stands', async () => {
    for (const id of [1, 20, 40]) {
      const { visible } = await isVisible(
        newestFirst(40, (one) => one === id),
        { closed: closedOnly },
      );
      expect(visible).toBe(true);
    }
  });

  it('is not visible deep beyond the first hundred', async () => {
    const issues = newestFirst(500, (id) => id <= 100);
    expect((await isVisible(issues, { all, closed: closedOnly })).visible).toBe(false);
  });

  it('is not visible where there is none', async () => {
    const issues = newestFirst(300, () => false);
    expect((await isVisible(issues, { all, closed: closedOnly })).visible).toBe(false);
    const few = newestFirst(7, () => false);
    expect((await isVisible(few, { all, closed: closedOnly })).visible).toBe(false);
  });

  it('is not visible where state is ignored', async () => {
    const { visible, asked } = await isVisible(
      newestFirst(300, (id) => id % 2 === 0),
      {},
    );
    expect(visible).toBe(false);
    expect(asked).toHaveLength(8);
  });

  it('is not visible where every other state is refused', async () => {
    const issues = newestFirst(300, (id) => id % 2 === 0);
    expect((await isVisible(issues, {}, { unknown: 'refused' })).visible).toBe(false);
  });

  it('is not visible where only another word for open is known', async () => {
    const issues = newestFirst(300, (id) => id % 2 === 0);
    expect((await isVisible(issues, { all: (issue) => issue.open }, { unknown: 'refused' })).visible).toBe(
      false,
    );
  });

  it('is not looked for where issues cannot be told apart', async () => {
    const { visible, asked } = await isVisible(
      newestFirst(40, (id) => id === 20),
      { all },
      { identity: { kind: 'none', why: 'alike' } },
    );
    expect([visible, asked.length]).toEqual([false, 0]);
  });

  it('is looked for no longer than until it is found, and no more often than allowed', async () => {
    const found = await isVisible(
      newestFirst(40, (id) => id === 20),
      { all },
    );
    expect(found.asked.map((query) => query['state'])).toEqual(['all']);
    const none = await isVisible(
      newestFirst(40, () => false),
      {},
      { tries: 2 },
    );
    // Two more, since neither listed any other issue.
    expect(none.asked.map((query) => query['state'])).toEqual(['all', 'closed', 'any', 'done']);
  });

  it('is looked for no further where other issues were listed, and none of them is visible', async () => {
    const deep = newestFirst(500, (id) => id <= 100);
    const { visible, asked } = await isVisible(deep, { all, closed: closedOnly }, { tries: 2 });
    expect([visible, asked.map((query) => query['state'])]).toEqual([false, ['all', 'closed']]);
  });

  it('is visible by another word, where the first ones are refused', async () => {
    const issues = newestFirst(300, (id) => id === 280);
    const { visible } = await isVisible(issues, { any: all }, { tries: 2, unknown: 'refused' });
    expect(visible).toBe(true);
  });

  it('is visible beyond 2^53, where the order is that of numbers and not of texts', async () => {
    const known = new Known(
      [
        answered(
          `[${Array.from({ length: 100 }, (_, i) => `{"id":${10n ** 17n - BigInt(2 * i)}}`).join(',')}]`,
        ),
        answered(
          `[${Array.from({ length: 100 }, (_, i) => `{"id":${10n ** 17n - BigInt(200 + 2 * i)}}`).join(',')}]`,
        ),
      ],
      byId,
    );
    const closed = `[{"id":${10n ** 17n - 5n}}]`;
    expect(await notOpenIsVisible(() => Promise.resolve(answered(closed)), known, 1)).toBe(true);
    const deep = `[{"id":99999}]`;
    expect(await notOpenIsVisible(() => Promise.resolve(answered(deep)), known, 1)).toBe(false);
  });
});
