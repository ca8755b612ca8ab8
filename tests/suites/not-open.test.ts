import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { rules } from '../../suites/index.ts';
import { type Answering, jsonAnswer, tryIn, violationIn, withSession } from '../engine/trying.ts';

interface Issue {
  readonly id: number;
  readonly open: boolean;
}

interface Looking extends Partial<RunSettings> {
  /** The answer to a value of `state` that the service does not know. */
  readonly unknown?: 'ignored' | 'refused';
  /** True for the issues that are listed if `state` is left out. */
  readonly omitted?: (issue: Issue) => boolean;
}

const isOpen = ({ open }: Issue): boolean => open;

/** Tries list.state.default-open on a service with these issues in this order, which knows these values of `state`. */
async function tryState(
  issues: readonly Issue[],
  states: Readonly<Record<string, (issue: Issue) => boolean>>,
  { unknown = 'ignored', omitted = isOpen, ...settings }: Looking = {},
) {
  const answer: Answering = ({ query }) => {
    const state = query.get('state');
    const filter = state === null ? omitted : state === 'open' ? isOpen : states[state];
    if (filter === undefined && unknown === 'refused') return jsonAnswer(422);
    const size = Number(query.get('per_page') ?? 30);
    const begin = (Number(query.get('page') ?? 1) - 1) * size;
    const shown = issues.filter(filter ?? omitted).slice(begin, begin + size);
    return jsonAnswer(
      200,
      shown.map(({ id }) => ({ id })),
    );
  };
  return withSession(answer, settings, async ({ session, asked }) => {
    const chosen = rules.flatMap((rule) =>
      rule.id === 'list.state.default-open' && 'cases' in rule ? [rule] : [],
    );
    const [tried] = await tryIn(session, chosen);
    if (tried === undefined) throw new Error('there is no such rule');
    return {
      tried,
      verdict: tried.verdict.verdict,
      states: [...new Set(asked.flatMap(({ query }) => query.get('state') ?? []))],
    };
  });
}

/** Issues in descending order, the newest first; `closed` says by id which are not open. */
const newestFirst = (count: number, closed: (id: number) => boolean): Issue[] =>
  Array.from({ length: count }, (_, index) => ({ id: count - index, open: !closed(count - index) }));
const all = () => true;
const closedOnly = (issue: Issue) => !issue.open;
const oneOf300 = newestFirst(300, (id) => id === 280);

describe('the default of state', () => {
  it('passes where an issue that is not open would stand among the first hundred, by whatever value it is listed', async () => {
    expect((await tryState(oneOf300, { all })).verdict).toBe('pass');
    expect((await tryState(oneOf300, { closed: closedOnly })).verdict).toBe('pass');
    expect((await tryState(oneOf300, { any: all }, { unknown: 'refused' })).verdict).toBe('pass');
  });

  it('passes in a short list that was read whole, wherever it stands', async () => {
    for (const id of [1, 20, 40])
      expect(
        (
          await tryState(
            newestFirst(40, (one) => one === id),
            { closed: closedOnly },
          )
        ).verdict,
      ).toBe('pass');
  });

  it('passes where all recent issues are open: the last page shows it', async () => {
    const deep = newestFirst(500, (id) => id <= 100);
    expect((await tryState(deep, { all })).verdict).toBe('pass');
    expect((await tryState(deep, { closed: closedOnly })).verdict).toBe('pass');
  });

  it('fails where all issues are listed', async () => {
    for (const issues of [oneOf300, newestFirst(500, (id) => id <= 100)]) {
      const { tried } = await tryState(issues, { all }, { omitted: all });
      expect(violationIn(tried).kind).toMatch(/^wrong-|^too-/);
    }
  });

  it('shows nothing where no issue is known that is not open, and says what to do', async () => {
    const half = newestFirst(300, (id) => id % 2 === 0);
    for (const { tried } of [
      await tryState(
        newestFirst(300, () => false),
        { all, closed: closedOnly },
      ),
      await tryState(half, {}),
      await tryState(half, {}, { unknown: 'refused' }),
      await tryState(half, { all: isOpen }, { unknown: 'refused' }),
    ])
      expect(tried.verdict).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('close one and run again'),
      });
  });

  it('is looked for by the usual values first, and no further in a quick run that found one', async () => {
    const { states } = await tryState(oneOf300, { all }, { profile: 'quick' });
    expect(states.toSorted()).toEqual(['all', 'open']);
  });
});
