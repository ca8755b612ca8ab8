import { expect, it } from 'vitest';
import { ruleOf } from '../report/reports.ts';
import { type Answering, jsonAnswer, pageIn, someIssues, tryOn, well } from './trying.ts';

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
])('%s', async (_what, answer, end) => {
  const { ends } = await tryOn(answer, [ruleOf('list.state.default-open')]);
  expect(ends['list.state.default-open']).toBe(end);
});
