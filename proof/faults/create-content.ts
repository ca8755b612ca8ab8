import type { Behaviour, Refusal } from '../../src/service/behaviour.ts';
import { isJsonObject } from '../../src/service/conforming/creating.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { acceptPayloads, prepareOnly } from '../changes/creations.ts';
import type { Fault } from './fault.ts';

const LONGEST_BODY = 16;

/** Answers the creation of some issues with an error, and does not store them. */
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

/** Answers a refused creation with 202. */
function queue(b: Behaviour, queued: Refusal): Pick<Behaviour, 'refusalAnswer'> {
  return {
    refusalAnswer: (refusal, status, request) =>
      refusal === queued ? { status: 202, headers: {}, body: '' } : b.refusalAnswer(refusal, status, request),
  };
}

/** Faults in the handling of certain payloads, and in the time when payloads are checked. */
export const createContentFaults = [
  {
    id: 'title-other-scripts-500',
    description: 'The title column accepts ASCII only and fails on other characters.',
    breaks: ['create.accepted'],
    change: (b) => failAtIssue(b, 500, ({ title }) => Buffer.byteLength(title) > title.length),
  },
  {
    id: 'title-quote-500',
    description: 'The title is concatenated into a database query, which fails on a quote.',
    breaks: ['create.accepted'],
    change: (b) => failAtIssue(b, 500, ({ title }) => /['"]/.test(title)),
  },
  {
    id: 'create-without-body-500',
    description: 'A log entry needs the length of the body and fails if there is none.',
    breaks: ['create.body-optional'],
    change: (b) => failAtIssue(b, 500, ({ body }) => body === null),
  },
  {
    id: 'create-body-413',
    description: 'The limit for bodies was meant in kilobytes and is applied in bytes.',
    breaks: ['create.body-optional'],
    change: (b) => failAtIssue(b, 413, ({ body }) => body !== null && body.length > LONGEST_BODY),
  },
  {
    id: 'title-missing-draft',
    description: 'An empty payload creates an empty draft.',
    breaks: ['create.missing-title'],
    change: (b) =>
      acceptPayloads(b, (fields, value) =>
        isJsonObject(value) && Object.keys(fields).length === 0 ? { title: 'draft', body: null } : undefined,
      ),
  },
  {
    id: 'body-false-accepted',
    description: 'A falsy body counts as missing, whatever its type.',
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
    description: 'Payloads are queued with 202 and checked later.',
    breaks: ['create.missing-title', 'create.title-type', 'create.body-type', 'create.payload-type'],
    change: (b) => queue(b, 'payload-invalid'),
  },
  {
    id: 'create-emoji-500',
    description: 'The column holds three bytes per character, and a database error on emoji is not caught.',
    breaks: ['create.accepted'],
    change: (b) => failAtIssue(b, 500, ({ title }) => /[\u{10000}-\u{10ffff}]/u.test(title)),
  },
  {
    id: 'create-anonymous-202',
    description: 'Creations without a credential are queued for a moderator with 202.',
    breaks: ['create.anonymous'],
    change: (b) => queue(b, 'credential-missing'),
  },
] as const satisfies readonly Fault[];
