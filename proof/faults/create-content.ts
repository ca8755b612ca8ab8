import type { Behaviour, Refusal } from '../../src/service/behaviour.ts';
import { isJsonObject } from '../../src/service/conforming/creating.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { acceptPayloads, prepareOnly } from '../changes/creations.ts';
import type { Fault } from './fault.ts';

const LONGEST_BODY = 16;

/** Fails at some issues after they were let through, and stores none of them. */
function failAtIssue(b: Behaviour, status: number, fails: (issue: Issue) => boolean): Partial<Behaviour> {
  return {
    store: (draft, repository, call) => {
      const prepared = prepareOnly(draft, repository, call);
      return fails(prepared) ? prepared : b.store(draft, repository, call);
    },
    createdAnswer: (issue, record, call) =>
      fails(issue) ? failure(status) : b.createdAnswer(issue, record, call),
  };
}

/** Answers a refused creation as if it had only been put off. */
function queue(b: Behaviour, queued: Refusal): Pick<Behaviour, 'refusalAnswer'> {
  return {
    refusalAnswer: (refusal, status, request) =>
      refusal === queued ? { status: 202, headers: {}, body: '' } : b.refusalAnswer(refusal, status, request),
  };
}

/** What stands in a payload, and whether it is looked at in time. */
export const createContentFaults = [
  {
    id: 'title-other-scripts-500',
    description: 'The column of titles has room for English letters only, and fails with any others.',
    breaks: ['create.accepted'],
    change: (b) => failAtIssue(b, 500, ({ title }) => Buffer.byteLength(title) > title.length),
  },
  {
    id: 'title-quote-500',
    description: 'The title is put into the text of a database query, which a quote breaks.',
    breaks: ['create.accepted'],
    change: (b) => failAtIssue(b, 500, ({ title }) => /['"]/.test(title)),
  },
  {
    id: 'create-without-body-500',
    description: 'The length of the body is written into a log, and fails where there is none.',
    breaks: ['create.body-optional'],
    change: (b) => failAtIssue(b, 500, ({ body }) => body === null),
  },
  {
    id: 'create-body-413',
    description: 'The limit for a body is meant in kilobytes and applied in bytes.',
    breaks: ['create.body-optional'],
    change: (b) => failAtIssue(b, 413, ({ body }) => body !== null && body.length > LONGEST_BODY),
  },
  {
    id: 'title-missing-draft',
    description: 'A payload with nothing in it opens an empty draft.',
    breaks: ['create.missing-title'],
    change: (b) =>
      acceptPayloads(b, (fields, value) =>
        isJsonObject(value) && Object.keys(fields).length === 0 ? { title: 'draft', body: null } : undefined,
      ),
  },
  {
    id: 'body-false-accepted',
    description: 'A falsy body is taken for no body, without asking what it is.',
    breaks: ['create.body-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        typeof title === 'string' && title !== '' && (body === false || body === 0)
          ? { title, body: null }
          : undefined,
      ),
  },
  {
    id: 'payload-checked-later-202',
    description: 'Payloads are queued first and checked when their turn comes.',
    breaks: ['create.missing-title', 'create.title-type', 'create.body-type', 'create.payload-type'],
    change: (b) => queue(b, 'payload-invalid'),
  },
  {
    id: 'create-emoji-500',
    description: 'The column holds three bytes a character, and nobody catches what the database says.',
    breaks: ['create.accepted'],
    change: (b) => failAtIssue(b, 500, ({ title }) => /[\u{10000}-\u{10ffff}]/u.test(title)),
  },
  {
    id: 'create-anonymous-202',
    description: 'What strangers send is queued for a moderator.',
    breaks: ['create.anonymous'],
    change: (b) => queue(b, 'credential-missing'),
  },
] as const satisfies readonly Fault[];
