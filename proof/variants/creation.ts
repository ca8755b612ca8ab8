import type { Change } from '../../src/service/behaviour.ts';
import { answerCreated, recordsAs } from '../changes/answers.ts';
import { listLater, storeAs, storeDraft } from '../changes/creations.ts';
import { together } from '../changes/decisions.ts';
import { defaultOrder, OLDEST_FIRST } from '../changes/lists.ts';
import { deviationsOf } from './variant.ts';

const untitled: Change = recordsAs(({ title: _title, ...rest }) => rest);

const textless: Change = recordsAs(({ title: _title, body: _body, ...rest }) => rest);

const closed = storeAs((issue) => ({ ...issue, state: 'closed' }));

/** Rules that new records break, if none of them shows whose it is: in quick, no reading shows which are new. */
export const OF_NEW_RECORDS = ['create.once', 'create.concurrent', 'create.rejected-no-effect'] as const;

const OF_ALL_RECORDS = ['create.listed', ...OF_NEW_RECORDS] as const;

/** Records show no text, and creations are answered in another way. */
const answerTextless = (change: Parameters<typeof answerCreated>[0]): Change =>
  together(textless, answerCreated(change));

export const creationVariants = deviationsOf({
  'created-200': {
    difference: 'A creation is answered with 200.',
    change: answerCreated(() => ({ status: 200 })),
  },
  'created-202': {
    difference: 'A creation is answered with 202 and a receipt instead of the record.',
    change: answerCreated(() => ({ status: 202, body: '{"accepted":true}' })),
  },
  'created-204': {
    difference: 'A creation is answered with 204.',
    change: answerCreated(() => ({ status: 204, headers: {}, body: '' })),
  },
  'created-201-empty': {
    difference: 'A creation is answered with 201 and an empty body.',
    change: answerCreated(({ headers: { location = '' } }) => ({ headers: { location }, body: '' })),
  },
  'created-as-text': {
    difference: 'A creation is answered with a line of text.',
    change: answerCreated((_answer, { number }) => ({
      headers: { 'content-type': 'text/plain' },
      body: `created #${number}\n`,
    })),
  },
  'created-wrapped': {
    difference: 'A creation is answered with the record inside an object.',
    change: answerCreated(({ body }) => ({ body: `{"issue":${String(body)},"warnings":[]}` })),
  },
  'created-closed': {
    difference: 'New issues are closed until somebody reviews them.',
    change: closed,
  },
  'created-listed-after-100-ms': {
    difference: 'A new issue is listed a tenth of a second later.',
    change: listLater(() => 100),
  },
  'created-listed-after-500-ms': {
    difference: 'A new issue is listed half a second later.',
    change: listLater(() => 500),
  },
  'created-title-trimmed': {
    difference: 'White space around a title is removed, and the text is truncated.',
    change: storeDraft((draft) => ({ ...draft, title: draft.title.trim().slice(0, 250) || '(blank)' })),
  },
  'created-text-normalised': {
    difference: 'Line ends of a body are normalised, and an empty body becomes null.',
    change: storeDraft((draft) => ({ ...draft, body: draft.body?.replaceAll('\r\n', '\n') || null })),
  },
  'created-numbers-with-gaps': {
    difference: 'Numbers of new issues have gaps.',
    change: (b) => ({
      store: (draft, repository, call) => {
        repository.nextNumber();
        return b.store(draft, repository, call);
      },
    }),
  },
  'created-299': {
    difference: 'A creation is answered with 299.',
    change: answerCreated(() => ({ status: 299 })),
  },
  'created-answers-list': {
    difference: 'A creation is answered with the newest issues of the repository.',
    change: answerCreated((_answer, _issue, repository) => ({
      body: JSON.stringify(repository?.issues.slice(-5).toReversed() ?? []),
    })),
  },
  'created-in-300-ms': {
    difference: 'A creation takes 300 ms; the issue is listed at their end.',
    change: (b) => ({
      store: async (draft, repository, call) => {
        await call.request.pause(300);
        return b.store(draft, repository, call);
      },
    }),
  },
  'created-one-at-a-time': {
    difference: 'Creations are executed one at a time, 20 ms each.',
    change: (b) => {
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
    },
  },
  'created-listed-after-1-s': {
    difference: 'A new issue is listed a second later.',
    change: listLater(() => 1000),
  },
  'created-listed-in-batches': {
    difference: 'New issues are listed together, every 400 ms.',
    change: listLater((now) => 400 - (now % 400)),
    // A batch may be listed between two requests without a credential, of which there are too few to repeat.
    // It may also be listed while the run reads the list to its last page.
    cannotShow: ['list.page.slices', 'list.state.default-open'],
  },
  'created-title-upper-case': {
    difference: 'Titles are stored in upper case.',
    change: storeDraft((draft) => ({ ...draft, title: draft.title.toUpperCase() })),
  },
  'created-title-60': {
    difference: 'Titles are truncated to 60 characters.',
    change: storeDraft((draft) => ({ ...draft, title: draft.title.slice(0, 60) })),
  },
  'created-closed-and-untitled': {
    difference: 'Records have no titles, and new issues are closed until somebody reviews them.',
    cannotShow: OF_NEW_RECORDS,
    change: together(closed, untitled),
  },
  'created-last-and-untitled': {
    difference: 'Records have no titles, and new issues are at the end of the list.',
    cannotShow: OF_NEW_RECORDS,
    change: together(defaultOrder(OLDEST_FIRST), untitled),
  },
  'created-id-and-textless': {
    difference: 'Records show no text, and a creation is answered with the id of its issue alone.',
    cannotShow: OF_ALL_RECORDS,
    change: answerTextless((_answer, { id }) => ({ body: JSON.stringify({ id }) })),
  },
  'created-receipt-and-textless': {
    difference: 'Records show no text, and a creation is answered with a receipt that has an id of its own.',
    cannotShow: OF_ALL_RECORDS,
    change: answerTextless((_answer, { id }) => ({
      body: JSON.stringify({ id: 10 * id, status: 'queued' }),
    })),
  },
  'created-empty-and-textless': {
    difference: 'Records show no text, and a creation is answered with 201 and no body.',
    cannotShow: OF_ALL_RECORDS,
    change: answerTextless(() => ({ body: '' })),
  },
});
