import { expect, it } from 'vitest';
import { recordsAs } from '../../proof/changes/answers.ts';
import { isAnonymous, isOutsider } from '../../proof/changes/callers.ts';
import { noteCreated } from '../../proof/changes/creations.ts';
import { type Applies, onlyWhere, revise } from '../../proof/changes/decisions.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, isList } from '../../src/service/request.ts';
import { type Trying, tryService } from '../support/try-service.ts';

const ON_ACCESS: readonly RuleId[] = [
  'list.private.anonymous',
  'list.private.outsider',
  'list.invalid-token',
];
const ONLY_READING: Trying = { writes: 'none' };
const ONLY_REFUSALS: Trying = { writes: 'rejected', only: [...ON_ACCESS, 'create.anonymous'] };

/** Tries the rules on access. @returns each rule that failed with the kind of its violation, and those that passed */
async function tried(changes: readonly Change[], settings: Trying = {}) {
  const { tried: all } = await tryService({ changes, only: ON_ACCESS, ...settings });
  return {
    failed: all.flatMap(({ rule, verdict }) =>
      verdict.verdict === 'fail' ? [`${rule.id} ${verdict.violation.kind}`] : [],
    ),
    passed: all.flatMap(({ rule, verdict }) => (verdict.verdict === 'pass' ? [rule.id] : [])),
  };
}

const isVault = ({ repo }: { readonly repo: string }): boolean => repo === 'vault';

/** Renders private issues with other titles. */
const titled = (titleOf: (title: string) => string): Change =>
  recordsAs((issue, { listing }) =>
    listing?.repository.isPrivate === true ? { ...issue, title: titleOf(issue.title) } : issue,
  );
/** Titles that no public issue has. */
const apart = titled((title) => `Hidden: ${title}`);
const short = titled(() => 'No such thing');
const TITLE = 'Hidden: Crash when the list is empty #1';
const PATH = '/repos/acme/vault/issues';
const LONG = 'x'.repeat(6000);

/** Refuses some requests with a text. */
const saying = (text: string, applies: Applies): Change =>
  onlyWhere(applies)(
    revise('refusalAnswer', (answer) => ({ ...answer, body: JSON.stringify({ message: text }) })),
  );

/** Refuses the private repository to somebody with a text. */
const telling = (text: string, isToldTo: Applies): Change =>
  saying(text, (request, b) => isVault(request) && isToldTo(request, b));
const tellingOutsiders = (text: string): Change => telling(text, isOutsider);

const inAnyCase: Applies = (request, b) => /^vault$/i.test(request.repo) && isOutsider(request, b);

const [TO_OUTSIDER, TO_ANYBODY] = ['list.private.outsider leaked', 'list.private.anonymous leaked'];

const elsewhere: Change = (b) => ({
  store: (draft, repository, call) => {
    const [open] = call.request.world.repositories;
    return b.store(draft, repository.isPrivate && open !== undefined ? open : repository, call);
  },
});

it.each<readonly [string, readonly Change[], Trying, readonly string[]]>([
  ['an outsider is told', [apart, tellingOutsiders(TITLE)], ONLY_READING, [TO_OUTSIDER]],
  [
    'whoever creates without a credential is told',
    [apart, telling(TITLE, (request, b) => isCreate(request) && isAnonymous(request, b))],
    ONLY_REFUSALS,
    [TO_ANYBODY],
  ],
  ['a made-up name gets it too', [apart, saying(TITLE, isList)], ONLY_READING, []],
  ['a public list shows it too', [telling('Crash when the list is empty #1', () => true)], ONLY_READING, []],
  ['it is so short that chance repeats it', [short, tellingOutsiders('No such thing')], ONLY_READING, []],
  ['no member is shown it in the private list', [elsewhere], {}, []],
  ['a long text precedes it', [apart, tellingOutsiders(`${LONG} ${TITLE}`)], ONLY_READING, [TO_OUTSIDER]],
  ['the path was sent', [titled(() => PATH), tellingOutsiders(`GET ${PATH}`)], ONLY_READING, []],
  ['there is a canary as well', [apart, tellingOutsiders(TITLE)], {}, [TO_OUTSIDER]],
  ['its name has another case, too', [apart, saying(TITLE, inAnyCase)], {}, [TO_OUTSIDER]],
])('a private text leaks where %s: %#', async (_where, changes, settings, expected) => {
  expect((await tried(changes, settings)).failed).toEqual(expected);
});

/** Lists private issues among public ones, in their order, if every state is requested. */
const withoutRepository: Change = onlyWhere(
  (request) => isList(request) && !isVault(request) && request.query('state') === 'all',
)((b) => ({
  arrange: (_issues, state, order, request) => {
    const every = [...request.world.repositories].flatMap((one) => one.issues);
    return b.arrange(every, state, order, request);
  },
}));

it('the canary leaks in a header, though an equal long body came without it', async () => {
  let secret = '';
  const keeping = noteCreated(({ title }) => {
    secret = /[0-9a-f]{32}/.exec(title)?.[0] ?? secret;
  });
  const late = revise('refusalAnswer', (answer, _refusal, _status, { query }) => {
    const shown = query('page') !== undefined && secret !== '' && { 'x-debug': secret };
    return { ...answer, body: LONG, headers: { ...answer.headers, ...shown } };
  });
  expect((await tried([keeping, late])).failed).toContain(TO_ANYBODY);
});

it.each([2, 4, 5, 6])('private issues in the public list of every state leak with seed %i', async (seed) => {
  expect((await tried([withoutRepository], { seed })).failed).not.toEqual([]);
});

it('the canary is one issue in the private repository, if creations are allowed and by no other run', async () => {
  const created: string[] = [];
  const counting = noteCreated(({ title }, { isPrivate }) => isPrivate && created.push(title));
  expect((await tried([counting])).passed.toSorted()).toEqual(ON_ACCESS.toSorted());
  expect(created).toEqual([expect.stringMatching(/ [0-9a-f]{32} /)]);
  for (const writes of ['rejected', 'none'] as const) await tried([counting], { writes });
  expect(created).toHaveLength(1);
});
