import type { Change, Refusal } from '../../src/service/behaviour.ts';
import { isJsonObject } from '../../src/service/conforming/creating.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { acceptPayloads, prepareOnly } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { PAYLOADS } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

const LONGEST_BODY = 16;

/** Answers the creation of some issues with an error, and does not store them. */
const failAtIssue =
  (status: number, fails: (issue: Issue) => boolean): Change =>
  (b) => ({
    store: (draft, repository, call) => {
      const prepared = prepareOnly(draft, repository, call);
      return fails(prepared) ? prepared : b.store(draft, repository, call);
    },
    createdAnswer: (issue, record, call) =>
      fails(issue) ? failure(status) : b.createdAnswer(issue, record, call),
  });

/** Answers refused creations with 202. */
const queue = (queued: Refusal): Change =>
  revise('refusalAnswer', (answer, refusal) =>
    refusal === queued ? { status: 202, headers: {}, body: '' } : answer,
  );

/** Faults in the handling of certain payloads, and in the time when payloads are checked. */
export const createContentFaults = faultsOf({
  'title-other-scripts-500': {
    description: 'The title column accepts ASCII only and fails on other characters.',
    breaks: ['create.accepted'],
    change: failAtIssue(500, ({ title }) => Buffer.byteLength(title) > title.length),
  },
  'title-quote-500': {
    description: 'The title is concatenated into a database query, which fails on a quote.',
    breaks: ['create.accepted'],
    change: failAtIssue(500, ({ title }) => /['"]/.test(title)),
  },
  'create-without-body-500': {
    description: 'A log entry needs the length of the body and fails if there is none.',
    breaks: ['create.body-optional'],
    change: failAtIssue(500, ({ body }) => body === null),
  },
  'create-body-413': {
    description: 'The limit for bodies was meant in kilobytes and is applied in bytes.',
    breaks: ['create.body-optional'],
    change: failAtIssue(413, ({ body }) => body !== null && body.length > LONGEST_BODY),
  },
  'title-missing-draft': {
    description: 'An empty payload creates an empty draft.',
    breaks: ['create.missing-title'],
    change: acceptPayloads((fields, value) =>
      isJsonObject(value) && Object.keys(fields).length === 0 ? { title: 'draft', body: null } : undefined,
    ),
  },
  'body-false-accepted': {
    description: 'A falsy body counts as missing, whatever its type.',
    breaks: ['create.body-type'],
    change: acceptPayloads(({ title, body }) =>
      typeof title === 'string' && title !== '' && (body === false || body === 0)
        ? { title, body: null }
        : undefined,
    ),
  },
  'payload-checked-later-202': {
    description: 'Payloads are queued with 202 and checked later.',
    breaks: PAYLOADS,
    change: queue('payload-invalid'),
  },
  'create-emoji-500': {
    description: 'The column holds three bytes per character, and a database error on emoji is not caught.',
    breaks: ['create.accepted'],
    change: failAtIssue(500, ({ title }) => /[\u{10000}-\u{10ffff}]/u.test(title)),
  },
  'create-anonymous-202': {
    description: 'Creations without a credential are queued for a moderator with 202.',
    breaks: ['create.anonymous'],
    change: queue('credential-missing'),
  },
});
