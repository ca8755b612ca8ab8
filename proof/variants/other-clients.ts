import type { Account, Issue, Repository } from '../../src/service/world.ts';
import { recordsAs } from '../changes/answers.ts';
import { noteCreated } from '../changes/creations.ts';
import { combine } from '../changes/decisions.ts';
import { BY_UPDATE, defaultOrder } from '../changes/orders.ts';
import {
  byTheClock,
  createOne,
  meanwhile,
  nthNewestOpen,
  removeOldestOpen,
  type Write,
} from '../changes/other-clients.ts';
import { differs, hides, variantsOf } from './variant.ts';

const ROBOT: Account = { login: 'robin', id: 8406 };

/** Closes an issue and opens it again in turn, so that a long run does not close all issues. */
function closeAndReopen(): (repository: Repository) => void {
  let closed: Issue | undefined;
  return (repository) => {
    if (closed !== undefined) {
      repository.replace(closed, { ...closed, state: 'open' });
      closed = undefined;
      return;
    }
    const open = nthNewestOpen(repository, 4);
    if (open === undefined) return;
    closed = { ...open, state: 'closed' };
    repository.replace(open, closed);
  };
}

const createSome =
  (count: number): Write =>
  (repository, world) => {
    for (let left = count; left > 0; left -= 1) createOne(repository, world);
  };

/** Somebody else writes at intervals. */
export const keepsCreating = (everyMs: number) =>
  differs(`Somebody else creates an issue every ${everyMs} ms.`, byTheClock(everyMs, createOne));

/** Somebody else writes before one request of some, perhaps at most so many times; what it does is named. */
export function somebody(does: string, often: number | readonly [n: number, times: number], write: Write) {
  const [n, times = Infinity] = [often].flat();
  const when = n === 1 ? 'every request' : `one request of ${n}`;
  return differs(`Somebody else ${does} before ${when}.`, meanwhile(n ?? 1, write, times));
}

function change(repository: Repository, n: number, edit: (issue: Issue) => Partial<Issue>): void {
  const issue = nthNewestOpen(repository, n);
  if (issue !== undefined) repository.replace(issue, { ...issue, ...edit(issue) });
}

export const otherPeopleVariants = variantsOf('bad-day', {
  'somebody-creates': somebody('creates an issue', 9, createOne),
  'somebody-creates-seldom': somebody('creates an issue', 40, createOne),
  'somebody-creates-at-first': somebody('creates an issue, ten in all,', [3, 10], createOne),
  'somebody-closes': differs('Somebody else closes or reopens an issue before every 9th request.', (b) =>
    meanwhile(9, closeAndReopen())(b),
  ),
  'somebody-edits': somebody('changes the title of an issue', 7, (repository, world, edits) => {
    const updated_at = world.now().toISOString();
    change(repository, 1 + (edits % 10), ({ title }) => ({ title: `${title} (edit ${edits})`, updated_at }));
  }),
  'somebody-deletes': somebody('deletes an old issue, ten in all,', [50, 10], removeOldestOpen),
  'somebody-deletes-throughout': somebody('deletes an old issue', 25, removeOldestOpen),
  'somebody-reopens': somebody('reopens an old issue', 40, (repository) => {
    const closed = repository.issues.findLast(({ state }) => state === 'closed');
    if (closed !== undefined) repository.replace(closed, { ...closed, state: 'open' });
  }),
  'somebody-imports': somebody('creates six issues at once', 30, createSome(6)),
  'somebody-imports-often': somebody('creates four issues at once', 8, createSome(4)),
  'somebody-repeats-a-title': differs(
    'Records are a title and a text, and somebody else creates an equal issue before every 20th request.',
    combine(
      recordsAs(({ title, body }) => ({ title, body })),
      meanwhile(20, createOne),
    ),
  ),
  'somebody-comments': differs(
    'The order is by last update; somebody else comments on an issue before every 15th request.',
    combine(
      defaultOrder(BY_UPDATE),
      meanwhile(15, (repository, world, count) => {
        const updated_at = world.now().toISOString();
        change(repository, 1 + ((count * 29) % 90), ({ comments }) => ({
          comments: comments + 1,
          updated_at,
        }));
      }),
    ),
  ),
  'somebody-does-everything': differs(
    'Somebody else creates, closes, edits or deletes an issue before every 12th request.',
    (b) => {
      const edit: Write = (repository, _world, count) =>
        change(repository, 2, ({ title }) => ({ title: `${title} (edit ${count})` }));
      const kinds = [createOne, closeAndReopen(), edit, removeOldestOpen];
      return meanwhile(12, (repository, world, count) =>
        kinds[(count - 1) % kinds.length]?.(repository, world, count - 1),
      )(b);
    },
  ),
  'somebody-creates-by-the-clock': keepsCreating(100),
  'somebody-creates-twenty-a-second': keepsCreating(50),
  'robot-quotes-titles': hides(['create.rejected-no-effect'], differs)(
    'A robot creates an issue for each new one and quotes its title.',
    noteCreated(({ title }, repository, { request: { world } }) => {
      const draft = { title: `Triage: ${title}`, body: `New issue "${title}".` };
      repository.insert(repository.prepare(draft, ROBOT, world.now()));
    }),
  ),
  'robot-quotes-refused': differs(
    'A robot creates an issue for each refused creation, with the request as its body.',
    () => ({
      afterRefusedCreate: (_refusal, _payload, { repository, request }) => {
        if (repository === undefined) return;
        const draft = { title: 'Rejected submission', body: request.body };
        repository.insert(repository.prepare(draft, ROBOT, request.world.now()));
      },
    }),
  ),
  'robot-closes': differs(
    'A robot closes each new issue 100 ms after it was created.',
    noteCreated((issue, repository, { request: { world } }) => {
      const close = () => repository.replace(issue, { ...issue, state: 'closed' });
      void world.clock.sleep(100).then(close);
    }),
  ),
});
