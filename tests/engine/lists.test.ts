import { expect, it } from 'vitest';
import { ruleOf } from '../report/reports.ts';
import { tryService } from '../support/try-service.ts';
import { type Answering, jsonAnswer, pageIn, someIssues, tryOn, well } from './trying.ts';

const slices = [ruleOf('list.page.slices')];

/** A list of so many issues, whose pages fail where they begin behind 1,000 results. */
const failingBehind1000 =
  (issues: number): Answering =>
  ({ query }) => {
    const [begin, end] = pageIn(query);
    return begin < 1000 ? jsonAnswer(200, someIssues(issues).slice(begin, end)) : jsonAnswer(500);
  };

it.each([
  ['anything where the list ends there', 1000, 'pass'],
  ['a violation within the list', 1200, 'fail'],
  ['a violation just behind it', 1001, 'fail'],
])('an error behind 1,000 results is %s', async (_what, issues, end) => {
  const { ends } = await tryOn(failingBehind1000(issues), slices);
  expect(ends['list.page.slices']).toBe(end);
});

it.each([
  [1234, 'none', []],
  [1234, 'none', ['links-none']],
  [1234, 'all', []],
  [434, 'all', ['links-none']],
] as const)('the last of %i issues are missed, WRITES=%s, %j', async (issues, writes, variants) => {
  const injected = { faults: ['page-last-dropped'], variants, issues } as const;
  const { verdictOf } = await tryService({ ...injected, writes });
  expect(verdictOf('list.page.slices')).toBe('fail');
});

it('the number of a page may not end at 100', async () => {
  const capped: Answering = ({ query }) => {
    if (Number(query.get('page')) > 100) query.set('page', '100');
    return jsonAnswer(200, someIssues(434).slice(...pageIn(query)));
  };
  const { ends } = await tryOn(capped, slices);
  expect(ends['list.page.slices']).toBe('fail');
});

it('pages behind the end of 1,234 issues may start the list again', async () => {
  const { verdictOf } = await tryService({ variants: ['page-beyond-end-first'], issues: 1234, seed: 5 });
  expect(verdictOf('list.page.slices')).toBe('pass');
});

it.each([
  [200, 'standard', 450],
  [434, 'standard', 470],
  [5000, 'quick', 110],
  [5000, 'standard', 470],
] as const)('%i issues without links take in %s at most %i requests', async (issues, profile, most) => {
  const { requests } = await tryService({ variants: ['links-none'], issues, profile });
  expect(requests).toBeLessThanOrEqual(most);
});

it('5,000 issues, of which the closed ones are old, take at most 470 requests', async () => {
  const { requests } = await tryService({ variants: ['state-closed-come-last'], issues: 5000 });
  expect(requests).toBeLessThanOrEqual(470);
});

/** Lists 150 issues, of which some are closed, and all of them unless a state is given. */
const everyState =
  (isClosed: (id: number) => boolean): Answering =>
  ({ query }) => {
    const state = query.get('state') ?? 'all';
    const isShown = (id: number): boolean => state === 'all' || isClosed(id) === (state === 'closed');
    const shown = someIssues(150).filter(({ id }) => isShown(id));
    return jsonAnswer(200, shown.slice(...pageIn(query)));
  };

/** The same, but only open ones unless a state is given. */
const openOnly =
  (isClosed: (id: number) => boolean): Answering =>
  ({ query, ...asked }) => {
    const withState = new URLSearchParams({ state: 'open', ...Object.fromEntries(query) });
    return everyState(isClosed)({ ...asked, query: withState });
  };

it.each<[string, Answering, string]>([
  ['a list of every state without a closed issue', everyState(() => false), 'inconclusive data'],
  ['a list of every state whose closed issues come last', everyState((id) => id > 120), 'fail'],
  ['a list of open issues whose closed issues come last', openOnly((id) => id > 120), 'pass'],
  ['a list of every state with a closed issue', everyState((id) => id === 20), 'fail'],
  ['a list of every state with a closed issue at its head', everyState((id) => id === 1), 'fail'],
  ['one list for all states', well, 'inconclusive data'],
])('list.state.default-open is decided on %s', async (_what, answer, end) => {
  const { ends } = await tryOn(answer, [ruleOf('list.state.default-open')]);
  expect(ends['list.state.default-open']).toBe(end);
});

it('the last page of a long list of open issues alone shows nothing of the default state', async () => {
  const openAlone = tryOn(
    ({ query }) => {
      const isClosed = query.get('state') === 'closed';
      return jsonAnswer(200, someIssues(isClosed ? 0 : 434).slice(...pageIn(query)));
    },
    [ruleOf('list.state.default-open')],
  );
  expect((await openAlone).ends['list.state.default-open']).toBe('inconclusive data');
});
