import { expect, it } from 'vitest';
import { acceptTokens } from '../../proof/changes/callers.ts';
import { late, revise } from '../../proof/changes/decisions.ts';
import { gatingIds, type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { Observed } from '../../src/observe/observer.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { fixture } from '../../src/service/fixture.ts';
import { openTarget, tryService } from '../support/try-service.ts';
import { observe, observedRules, REFERENCE, told, values } from './observing.ts';

/**
 * Observations that need no own request on a list of several pages once other rules have created issues. The
 * profile quick makes only these.
 */
const FREE_OBSERVATIONS: readonly RuleId[] = [
  'observed.issue.fields',
  'observed.issue.pull-requests',
  'observed.errors.body',
  'observed.content-type',
  'observed.rate-limit',
  'observed.create.status',
  'observed.create.response',
];

it('observations are those of the catalogue', () => {
  const wanted = ruleIds.filter((id) => id.startsWith('observed.'));
  expect(observedRules.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
});

it('observations are all made of the reference service within their requests, and no gating rule judges them', async () => {
  const seen = await observe();
  expect(values(seen)).toEqual(REFERENCE);
  const own = [...seen.made.values()].reduce((sum, { requests }) => sum + requests, 0);
  // The plain list is asked for before and after those that are compared with it.
  expect([seen.requests, own]).toEqual([58, 56]);
  expect(seen.judged).toBe(0);
});

it('observations have the same values under another seed and in another run', async () => {
  expect(values(await observe({ seed: 7, runId: 'otherrun77' }))).toEqual(REFERENCE);
});

it('observations have the same values in a whole run, and leave every gating rule of it as it is', async () => {
  const { tried, verdictOf } = await tryService({});
  expect(gatingIds.filter((id) => verdictOf(id) !== 'pass')).toEqual([]);
  const observed = tried.flatMap(({ rule: { id }, verdict }) =>
    verdict.verdict === 'observed' ? [[id, verdict.observation.value]] : [],
  );
  expect(Object.fromEntries(observed)).toEqual(REFERENCE);
});

it('observations are made in quick of what the other rules of a whole run have paid for', async () => {
  const quick = await tryService({ profile: 'quick' });
  const own = quick.tried.filter(({ rule }) => rule.level === 'observed');
  const made = own.filter(({ verdict }) => verdict.verdict === 'observed').map(({ rule }) => rule.id);
  expect(made.toSorted()).toEqual([...FREE_OBSERVATIONS].toSorted());
  expect(own.filter(({ requests }) => requests > 0)).toEqual([]);
});

it('observations have short values, of which a digest tells long ones apart, and notes with more of them', async () => {
  const long = 'a/b '.repeat(90);
  const of = async (end: string): Promise<Observed | undefined> => {
    const headers = { 'content-type': `${long}${end}` };
    const typed: Change = () => ({ listAnswer: () => ({ status: 200, headers, body: '[]' }) });
    return (await observe({ changes: [typed] })).made.get('observed.content-type');
  };
  const [one, other] = [await of('c'), await of('d')];
  expect(one).toEqual({ value: told(await of('c')), note: `In full: ${long}c`, requests: 0 });
  expect(told(one)).toMatch(/^.{183}… digest [0-9a-f]{8}$/);
  expect(told(one)).not.toBe(told(other));
});

it('observations show no token, in neither case', async () => {
  const token = 'AbCdEf0123456789-and-so-on-GhIjKl';
  const echoing = revise('refusalAnswer', (answer, _refusal, _status, { header }) => ({
    ...answer,
    body: JSON.stringify({ [(header('authorization') ?? '').slice(-40)]: 1 }),
  }));
  const taking = acceptTokens((given, known) => given === token && known === fixture.token);
  const { target } = openTarget().settings;
  const { made } = await observe({ changes: [taking, echoing], target: { ...target, token } });
  expect(JSON.stringify([...made]).toLowerCase()).not.toContain(token.toLowerCase());
});

it('the state of a new issue is observed even if others are created while a slow page is read', async () => {
  const changes = [late((request) => (request.query('state') === 'closed' ? 500 : 0))];
  expect(values(await observe({ changes }))['observed.create.state']).toBe('open');
});
