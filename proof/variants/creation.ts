import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, type Reply } from '../../src/service/request.ts';
import { answerCreated, failure, recordsAs } from '../changes/answers.ts';
import { isKnown } from '../changes/callers.ts';
import {
  acceptPayloads,
  beforeStoring,
  failAtIssue,
  listLater,
  refuseBeside,
  removeOldestAtEvery,
  storeAs,
  storeDraft,
} from '../changes/creations.ts';
import { answerWith, beforeEach, combine, nthOf, revise } from '../changes/decisions.ts';
import { defaultOrder, OLDEST_FIRST } from '../changes/orders.ts';
import { LATER_PAGES, OF_ALL_RECORDS, OF_CREATIONS, OF_NEW_RECORDS } from '../faults/broken-rules.ts';
import { differs, hides, variantsOf, variationOf } from './variant.ts';

const untitled: Change = recordsAs(({ title: _title, ...rest }) => rest);
const textless: Change = recordsAs(({ title: _title, body: _body, ...rest }) => rest);
const closed = storeAs((issue) => ({ ...issue, state: 'closed' }));

const answers = variationOf((answer: Partial<Reply>) => answerCreated(() => answer));
const tells = variationOf(answerCreated);

/** Records show no text, and creations are answered in another way. */
const tellsTextless = variationOf((change: Parameters<typeof answerCreated>[0]) =>
  combine(textless, answerCreated(change)),
);

export const listsLater = (milliseconds: number) =>
  differs(
    `A new issue is listed ${milliseconds / 1000} s later.`,
    listLater(() => milliseconds),
  );
const stores = variationOf(storeDraft);
const storesAfter = variationOf(beforeStoring);
const entitles = variationOf((change: (title: string) => string) =>
  storeDraft(({ title, body }) => ({ title: change(title), body })),
);

export const creationVariants = variantsOf('silent', {
  'created-200': answers('A creation is answered with 200.', { status: 200 }),
  'created-202': answers('A creation is answered with 202 and a receipt instead of the record.', {
    status: 202,
    body: '{"accepted":true}',
  }),
  'created-202-held': hides(['create.listed'], differs)(
    'A title in another script is answered with 202, and the issue is held until somebody approves it.',
    failAtIssue(202, ({ title }) => /[^ -~]/.test(title)),
  ),
  'created-204': answers('A creation is answered with 204.', { status: 204, headers: {}, body: '' }),
  'created-201-empty': tells('A creation is answered with 201 and an empty body.', ({ headers }) => ({
    headers: { location: headers['location'] ?? '' },
    body: '',
  })),
  'created-as-text': tells('A creation is answered with a line of text.', (_answer, { number }) => ({
    headers: { 'content-type': 'text/plain' },
    body: `created #${number}\n`,
  })),
  'created-wrapped': tells('A creation is answered with the record inside an object.', ({ body }) => ({
    body: `{"issue":${String(body)},"warnings":[]}`,
  })),
  'created-closed': differs('New issues are closed until somebody reviews them.', closed),
  'created-listed-after-100-ms': listsLater(100),
  'created-listed-after-500-ms': listsLater(500),
  'created-title-trimmed': entitles(
    'A title is trimmed and truncated.',
    (title) => title.trim().slice(0, 250) || '(blank)',
  ),
  'created-text-normalised': stores(
    'Line ends are normalised; an empty body is null.',
    ({ title, body }) => ({ title, body: body?.replaceAll('\r\n', '\n') || null }),
  ),
  'created-numbers-with-gaps': storesAfter('Numbers of new issues have gaps.', (_b, _draft, repository) =>
    repository.nextNumber(),
  ),
  'created-299': answers('A creation is answered with 299.', { status: 299 }),
  'created-though-limited': hides(['create.rejected-no-effect'], tells)(
    'Every seventh creation is answered with 429, by a limit that lets it through.',
    (_answer, { number }) => (number % 7 === 0 ? failure(429, { 'retry-after': '0' }) : {}),
  ),
  'created-answers-list': tells(
    'A creation is answered with the newest issues.',
    (_answer, _issue, where) => ({ body: JSON.stringify(where?.issues.slice(-5).toReversed() ?? []) }),
  ),
  'created-in-300-ms': storesAfter(
    'A creation takes 300 ms; the issue is listed at their end.',
    (_b, _draft, _repository, { request }) => request.pause(300),
  ),
  'created-one-at-a-time': differs('Creations are executed one at a time, 20 ms each.', (b) => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      store: async (draft, repository, call) => {
        const turn = last.then(async () => {
          await call.request.pause(20);
          return b.store(draft, repository, call);
        });
        last = turn;
        return turn;
      },
    };
  }),
  'created-listed-after-1-s': listsLater(1000),
  // A batch may be listed between two requests without a credential, of which there are too few to repeat.
  // It may also be listed while the run reads the list to its last page.
  'created-listed-in-batches': hides(['list.page.slices', 'list.state.default-open'], differs)(
    'New issues are listed together, every 400 ms.',
    listLater((now) => 400 - (now % 400)),
  ),
  'created-title-upper-case': entitles('Titles are stored in upper case.', (title) => title.toUpperCase()),
  'created-title-60': entitles('Titles are truncated to 60 characters.', (title) => title.slice(0, 60)),
  'created-closed-and-untitled': hides(OF_NEW_RECORDS, differs)(
    'Records have no titles, and new issues are closed until somebody reviews them.',
    combine(closed, untitled),
  ),
  'created-last-and-untitled': hides(OF_NEW_RECORDS, differs)(
    'Records have no titles, and new issues are at the end of the list.',
    combine(defaultOrder(OLDEST_FIRST), untitled),
  ),
  'created-id-and-textless': hides(OF_ALL_RECORDS, tellsTextless)(
    'Records show no text, and creations are answered with an id.',
    (_answer, { id }) => ({ body: JSON.stringify({ id }) }),
  ),
  'created-receipt-and-textless': hides(OF_ALL_RECORDS, tellsTextless)(
    'Records show no text, and creations have receipts with ids.',
    (_answer, { id }) => ({ body: JSON.stringify({ id: 10 * id, status: 'queued' }) }),
  ),
  'created-empty-and-textless': hides(OF_ALL_RECORDS, tellsTextless)(
    'Records show no text, and a creation is answered with 201 and no body.',
    () => ({ body: '' }),
  ),
});

const TEMPLATE = { title: 'New issue', body: 'New issue' };

const besides = variationOf(refuseBeside);

/** Tokens list, and are answered a status whatever they create. */
const mayNotCreate = (status: number) =>
  hides(OF_CREATIONS, differs)(
    `Tokens are for listing; creations with one are answered with ${status}.`,
    answerWith(failure(status), (request, b) => isCreate(request) && isKnown(request, b)),
  );

export const oddCreationVariants = variantsOf('silent', {
  'created-beside-another-409': besides('Concurrent creations are answered with 409.', 409),
  'created-beside-another-503': besides('Concurrent creations are answered with 503.', 503),
  'created-beside-another-never': hides(['create.concurrent'], differs)(
    'Concurrent creations are never answered.',
    refuseBeside(503, 3_600_000),
  ),
  'created-under-another-title': hides(OF_ALL_RECORDS, stores)(
    'Every issue has the title and the text of a template.',
    () => TEMPLATE,
  ),
  'created-in-part-under-another-title': hides(['create.concurrent', 'create.listed'], differs)(
    'Every second issue has the title and the text of a template.',
    (b) => {
      const isSecond = nthOf(2, isCreate);
      return storeDraft((draft, { request }) => (isSecond(request) ? TEMPLATE : draft))(b);
    },
  ),
  'token-may-not-create-401': mayNotCreate(401),
  'token-may-not-create-404': mayNotCreate(404),
  'token-may-not-create-in-private': differs(
    'Tokens may list private repositories and not create there (404).',
    revise('mayUse', (may, _caller, { isPrivate }, request) => may && !(isCreate(request) && isPrivate)),
  ),
  'created-by-many-runs-before': differs('The list holds 1,500 issues of earlier runs.', (b) => {
    let left = 1500;
    return beforeEach(({ world }) => {
      const [repository] = world.repositories;
      for (; left > 0; left -= 1) {
        const marker = `ic-run${left % 200}-${String(left).padStart(4, '0')}`;
        const draft = { title: `conformance ${marker} may be deleted`, body: `about ${marker}` };
        const author = { login: 'robot', id: 7301 };
        repository?.insert(repository.prepare(draft, author, new Date(Date.UTC(2025, 0, 1, left))));
      }
    })(b);
  }),
  'robot-tidies-up': hides([...LATER_PAGES, 'create.once'], differs)(
    'A robot deletes the oldest issue after every third creation.',
    removeOldestAtEvery(3),
  ),
  'field-names-in-any-case': differs(
    'The decoder of JSON reads field names in any case, as those of Go and .NET do.',
    acceptPayloads((fields) => {
      const lower = Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value]),
      );
      const { title, body = null } = lower;
      if (typeof title !== 'string' || title === '') return undefined;
      return body === null || typeof body === 'string' ? { title, body } : undefined;
    }),
  ),
});
