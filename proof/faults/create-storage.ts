import type { Change } from '../../src/service/behaviour.ts';
import { creatorOf } from '../../src/service/conforming.ts';
import type { Issue, Repository } from '../../src/service/world.ts';
import { answerCreated, failure, recordsAs } from '../changes/answers.ts';
import { isOutsider } from '../changes/callers.ts';
import {
  beforeStoring,
  knowingNew,
  listLater,
  loseEvery,
  noteCreated,
  prepareOnly,
  removeOldestAtEvery,
  storeTwice,
  storeUnless,
} from '../changes/creations.ts';
import { combine, revise } from '../changes/decisions.ts';
import { listRows } from '../changes/lists.ts';
import { breaks, family, faultsOf } from './fault.ts';

/** The issue is stored in the last repository that matches, given the one that was asked for. */
const storedIn = family(
  ['create.listed'],
  (matches: (other: Repository, asked: Repository) => boolean): Change =>
    (b) => ({
      store: (draft, asked, call) => {
        const repositories = [...call.request.world.repositories];
        return b.store(draft, repositories.findLast((other) => matches(other, asked)) ?? asked, call);
      },
    }),
);

const againAfter = family(
  ['create.once'],
  (milliseconds: number): Change =>
    (b) =>
      noteCreated((draft, repository, call) => {
        void call.request.world.clock.sleep(milliseconds).then(() => b.store(draft, repository, call));
      })(b),
);

const displacesOldest = family(['create.once'], removeOldestAtEvery);

/** Keeps a number of new issues; each further one replaces the oldest of them. */
const keepsNew = family(
  ['create.once', 'create.concurrent'],
  (most: number): Change =>
    (b) => {
      const kept: Issue[] = [];
      return noteCreated((issue, repository) => {
        kept.push(issue);
        const oldest = kept.length > most ? kept.shift() : undefined;
        if (oldest !== undefined) repository.remove(oldest);
      })(b);
    },
);

export const createStorageFaults = faultsOf({
  'create-500-after-storing': breaks('create.accepted')(
    'The issue is stored, but a failing notification turns the response into 500.',
    () => ({ createdAnswer: () => failure(500) }),
  ),
  'create-302': breaks('create.accepted')('A creation is answered with a redirect to the new issue.', () => ({
    createdAnswer: (issue) => failure(302, { location: issue.html_url }),
  })),
  'create-with-body-500': breaks('create.body-optional')(
    'The issue is stored, but a creation with a body is answered with 500.',
    revise('createdAnswer', (answer, { body }) => (body === null ? answer : failure(500))),
  ),
  'create-stores-nothing': breaks('create.listed')(
    'The response is sent before the transaction, which is never committed.',
    () => ({ store: prepareOnly }),
  ),
  'create-without-body-lost': breaks('create.listed')(
    'A creation without a body is accepted and not stored.',
    storeUnless((_call, { body }) => body === null),
  ),
  'create-same-title-not-stored': breaks('create.listed')(
    'A title that an issue already has is taken for a repeated request, and nothing is stored.',
    storeUnless(
      ({ repository }, { title }) => repository?.issues.some((one) => one.title === title) === true,
    ),
  ),
  'create-stores-in-another-repository': storedIn(
    'The issue is stored in another repository than the requested one.',
    (other, asked) => other !== asked,
  ),
  'create-under-another-owner': storedIn(
    'The repository is looked up by name only, and the issue is stored in the last match.',
    (other, asked) => other.name === asked.name,
  ),
  'create-list-never-refreshed': breaks('create.listed')(
    'Lists are cached from the first reading, and a creation does not clear the cache.',
    (b) => {
      const kept = new WeakMap<readonly Issue[], readonly Issue[]>();
      return {
        arrange: (issues, ...how) => {
          const old = kept.get(issues) ?? [...issues];
          kept.set(issues, old);
          return b.arrange(old, ...how);
        },
      };
    },
  ),
  'create-newest-held-back': breaks('create.listed')(
    'The newest issue is not listed, because it may still be incomplete.',
    listRows((arranged, { repository }) => arranged.filter((issue) => issue !== repository.issues.at(-1))),
  ),
  'create-listed-for-nobody': breaks('create.listed')(
    'New issues wait for a moderator in a state that no listing shows.',
    knowingNew((isNew) => revise('arrange', (arranged) => arranged.filter((issue) => !isNew(issue)))),
  ),
  'create-listed-after-ten-seconds': breaks('create.listed')(
    'A new issue is listed twelve seconds later.',
    listLater(() => 12_000),
  ),
  'create-third-lost-textless': breaks(['create.listed', 'create.concurrent'])(
    'Records show no text, answers to creations only the id, and every third one is lost.',
    combine(
      recordsAs(({ title: _title, body: _body, ...rest }) => rest),
      answerCreated((_answer, { id }) => ({ body: JSON.stringify({ id }) })),
      loseEvery(3),
    ),
  ),
  'create-twice': breaks('create.once')(
    'The request is executed twice after a false time-out.',
    storeTwice(),
  ),
  'create-twice-without-body': breaks('create.once')(
    'Without a body, a creation is stored by two branches of the code.',
    storeTwice(({ body }) => !body.includes('"body"')),
  ),
  'create-twice-later': againAfter('A queue delivers a creation a second time, 0.3 s later.', 300),
  'create-twice-after-a-second': againAfter('A queue delivers a creation a second time, 1.5 s later.', 1500),
  'create-in-another-repository-too': breaks('create.once')(
    'A new issue is stored in the private repository, too.',
    beforeStoring((b, draft, repository, call) => {
      const other = [...call.request.world.repositories].find(({ isPrivate }) => isPrivate);
      return other !== undefined && other !== repository ? b.store(draft, other, call) : null;
    }),
  ),
  'create-listed-twice': breaks(['create.once', 'list.page.partition'])(
    'The list joins issues with events, and a new issue has two events.',
    knowingNew((isNew) =>
      revise('arrange', (arranged) => arranged.flatMap((issue) => (isNew(issue) ? [issue, issue] : [issue]))),
    ),
  ),
  'create-over-the-newest': breaks('create.once')(
    'A new issue gets the key of the newest one and replaces it.',
    () => ({
      store: (draft, repository, call) => {
        const newest = repository.issues.findLast((issue) => issue.state === 'open');
        const issue = prepareOnly(draft, repository, call);
        if (newest === undefined) repository.insert(issue);
        else repository.replace(newest, issue);
        return issue;
      },
    }),
  ),
  'create-over-the-oldest': displacesOldest('A new issue replaces the oldest one, as in a ring buffer.', 1),
  'create-every-second-over-the-oldest': displacesOldest('Every second new issue replaces the oldest.', 2),
  'create-over-the-last-but-nine': keepsNew('Each new issue replaces the last but nine of its author.', 10),
  'create-buffer-dropped': keepsNew('A buffer of new issues drops what does not fit.', 2),
  'create-number-from-count': breaks(['create.listed', 'create.once', 'create.concurrent'])(
    'A new issue is numbered by the count of open ones, and overwrites that of its number.',
    () => ({
      store: (draft, repository, call) => {
        const number = repository.issues.filter(({ state }) => state === 'open').length + 1;
        const issue = repository.prepare({ ...draft, number }, creatorOf(call), call.request.world.now());
        const old = repository.issues.find((other) => other.number === number);
        if (old === undefined) return repository.insert(issue);
        repository.replace(old, issue);
        return issue;
      },
    }),
  ),
  'create-by-outsider-lost': breaks('create.listed')(
    'The issue of a caller without membership is accepted, but stored nowhere.',
    (b) => storeUnless(({ request }) => isOutsider(request, b))(b),
  ),
  'create-twice-by-outsider': breaks('create.once')(
    'The issue of a caller without membership is stored twice.',
    (b) => storeTwice((request) => isOutsider(request, b))(b),
  ),
});
