import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import { authorOf } from '../conforming/creating.ts';
import type { Issue } from '../world/issue.ts';
import type { Variant } from './variant.ts';

/** Answers a creation otherwise; it is stored as ever. */
function answerAs(
  b: Behaviour,
  change: (answer: Answer, issue: Issue) => Partial<Answer>,
): Pick<Behaviour, 'createdAnswer'> {
  return {
    createdAnswer: (issue, record, call) => {
      const answer = b.createdAnswer(issue, record, call);
      return { ...answer, ...change(answer, issue) };
    },
  };
}

function listAfter(milliseconds: number): Pick<Behaviour, 'store'> {
  return {
    store: (draft, repository, call) => {
      const issue = repository.prepare(draft, authorOf(call), call.request.world.now());
      const insertLater = async () => {
        await delay(milliseconds, undefined, { ref: false });
        repository.insert(issue);
      };
      void insertLater();
      return issue;
    },
  };
}

export const creationVariants = [
  {
    id: 'created-200',
    difference: 'A creation is answered with 200.',
    change: (b) => answerAs(b, () => ({ status: 200 })),
  },
  {
    id: 'created-202',
    difference: 'A creation is answered with 202 and a receipt.',
    change: (b) => answerAs(b, () => ({ status: 202, body: '{"accepted":true}' })),
  },
  {
    id: 'created-204',
    difference: 'A creation is answered with 204.',
    change: (b) => answerAs(b, () => ({ status: 204, headers: {}, body: '' })),
  },
  {
    id: 'created-201-empty',
    difference: 'A creation is answered with 201 and no body.',
    change: (b) => answerAs(b, ({ headers: { location = '' } }) => ({ headers: { location }, body: '' })),
  },
  {
    id: 'created-as-text',
    difference: 'A creation is answered with a line of text.',
    change: (b) =>
      answerAs(b, (_answer, { number }) => ({
        headers: { 'content-type': 'text/plain' },
        body: `created #${number}\n`,
      })),
  },
  {
    id: 'created-wrapped',
    difference: 'A creation is answered with the record inside an object.',
    change: (b) => answerAs(b, ({ body }) => ({ body: `{"issue":${String(body)},"warnings":[]}` })),
  },
  {
    id: 'created-closed',
    difference: 'New issues are not open before somebody has looked at them.',
    change: (b) => ({
      store: async (draft, repository, call) => {
        const issue = await b.store(draft, repository, call);
        const closed: Issue = { ...issue, state: 'closed' };
        repository.replace(issue, closed);
        return closed;
      },
    }),
  },
  {
    id: 'created-listed-after-100-ms',
    difference: 'A new issue is listed a tenth of a second later.',
    change: () => listAfter(100),
  },
  {
    id: 'created-listed-after-500-ms',
    difference: 'A new issue is listed half a second later.',
    change: () => listAfter(500),
  },
  {
    id: 'created-title-trimmed',
    difference: 'Blanks around a title are taken away, and its text is shortened.',
    change: (b) => ({
      store: (draft, repository, call) =>
        b.store({ ...draft, title: draft.title.trim().slice(0, 250) || '(blank)' }, repository, call),
    }),
  },
  {
    id: 'created-text-normalised',
    difference: 'Line ends of a body are unified, and an empty one becomes null.',
    change: (b) => ({
      store: (draft, repository, call) =>
        b.store({ ...draft, body: draft.body?.replaceAll('\r\n', '\n') || null }, repository, call),
    }),
  },
  {
    id: 'created-numbers-with-gaps',
    difference: 'The numbers of new issues leave gaps.',
    change: (b) => ({
      store: (draft, repository, call) => {
        repository.nextNumber();
        return b.store(draft, repository, call);
      },
    }),
  },
] as const satisfies readonly Variant[];
