import type { Behaviour } from '../../src/service/behaviour.ts';
import { isJsonObject, jsonValue } from '../../src/service/conforming/creating.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Draft } from '../../src/service/world/repository.ts';
import { acceptPayloads, refusePayloads } from '../changes/creations.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function bodyOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The draft of a payload whose title is a good one; its body may be anything. */
function titled(title: unknown, body: (given: unknown) => string | null, given: unknown): Draft | undefined {
  return typeof title === 'string' && title !== '' ? { title, body: body(given) } : undefined;
}

function fieldOf(request: ServiceRequest, name: string): unknown {
  const value = jsonValue(request.body);
  return isJsonObject(value) ? value[name] : undefined;
}

function isNoText(value: unknown): boolean {
  return value !== undefined && typeof value !== 'string';
}

/** Stands before the text of an issue that is whatever was sent. */
const RAW = 'as it came: ';

/** Payloads of some kinds are stored as they are, and listed like that. */
const storedAsSent = (b: Behaviour, isStored: (value: unknown) => boolean): Partial<Behaviour> => ({
  ...acceptPayloads(b, (_fields, value) =>
    isStored(value) ? { title: `${RAW}${JSON.stringify(value ?? null)}`, body: null } : undefined,
  ),
  renderRecord: (issue, place, request) =>
    issue.title.startsWith(RAW) ? issue.title.slice(RAW.length) : b.renderRecord(issue, place, request),
});

export const createPayloadFaults = [
  {
    id: 'title-missing-accepted',
    description: 'An issue without a title is called untitled.',
    breaks: ['create.missing-title'],
    change: (b) =>
      acceptPayloads(b, (fields, value) =>
        isJsonObject(value) && fields['title'] === undefined
          ? { title: 'untitled', body: bodyOf(fields['body']) }
          : undefined,
      ),
  },
  {
    id: 'title-missing-taken-from-body',
    description: 'Where a body is present, its first line serves as the title.',
    breaks: ['create.missing-title'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        title === undefined && typeof body === 'string' ? { title: body.slice(0, 80), body } : undefined,
      ),
  },
  {
    id: 'title-missing-400',
    description: 'A missing title is a bad request.',
    breaks: ['create.missing-title', 'create.payload-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 400, (request) => fieldOf(request, 'title') === undefined),
  },
  {
    id: 'title-missing-500',
    description: 'A missing title violates a constraint of the database and nobody catches that.',
    breaks: ['create.missing-title', 'create.payload-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 500, (request) => fieldOf(request, 'title') === undefined),
  },
  {
    id: 'title-turned-into-text',
    description: 'Whatever the title is, it is turned into text.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        isNoText(title) ? { title: textOf(title), body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-null-accepted',
    description: 'The title is there, and null is as good as a text.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        title === null ? { title: 'null', body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-number-accepted',
    description: 'A column without a type takes numbers too.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        typeof title === 'number' ? { title: String(title), body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-array-accepted',
    description: 'Only the length of the title is checked, and arrays have one.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        Array.isArray(title) ? { title: textOf(title), body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-type-500',
    description: 'The title is trimmed before it is known to be a text.',
    breaks: ['create.title-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 500, (request) => isNoText(fieldOf(request, 'title'))),
  },
  {
    id: 'title-type-400',
    description: 'A title of the wrong type is a bad request.',
    breaks: ['create.title-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 400, (request) => isNoText(fieldOf(request, 'title'))),
  },
  {
    id: 'body-turned-into-text',
    description: 'Whatever the body is, it is turned into text.',
    breaks: ['create.body-type'],
    change: (b) => acceptPayloads(b, ({ title, body }) => titled(title, textOf, body)),
  },
  {
    id: 'body-dropped',
    description: 'A body of the wrong type is left out silently.',
    breaks: ['create.body-type'],
    change: (b) => acceptPayloads(b, ({ title, body }) => titled(title, bodyOf, body)),
  },
  {
    id: 'body-type-500',
    description: 'The body is scanned for mentions before it is known to be a text.',
    breaks: ['create.body-type'],
    change: (b) => changeStatus(b, ['payload-invalid'], 500, (request) => isNoText(fieldOf(request, 'body'))),
  },
  {
    id: 'body-type-400',
    description: 'A body of the wrong type is a bad request.',
    breaks: ['create.body-type'],
    change: (b) => changeStatus(b, ['payload-invalid'], 400, (request) => isNoText(fieldOf(request, 'body'))),
  },
  {
    id: 'payload-array-accepted',
    description: 'Several issues may be sent at once, and an empty or odd array is fine too.',
    breaks: ['create.payload-type'],
    change: (b) =>
      acceptPayloads(b, (_fields, value) =>
        Array.isArray(value) ? { title: textOf(value), body: null } : undefined,
      ),
  },
  {
    id: 'payload-any-accepted',
    description: 'What is no object becomes an issue with nothing in it.',
    breaks: ['create.payload-type'],
    change: (b) =>
      acceptPayloads(b, (_fields, value) =>
        isJsonObject(value) ? undefined : { title: textOf(value), body: null },
      ),
  },
  {
    id: 'payload-string-accepted',
    description: 'A payload that is a text is taken for the title.',
    breaks: ['create.payload-type'],
    change: (b) =>
      acceptPayloads(b, (_fields, value) =>
        typeof value === 'string' ? { title: value, body: null } : undefined,
      ),
  },
  {
    id: 'payload-any-stored-as-sent',
    description: 'Whatever JSON is sent is stored, and listed as it is.',
    breaks: ['create.payload-type'],
    change: (b) => storedAsSent(b, (value) => !isJsonObject(value)),
  },
  {
    id: 'payload-array-stored-as-sent',
    description: 'An array is stored, and listed as it is.',
    breaks: ['create.payload-type'],
    change: (b) => storedAsSent(b, Array.isArray),
  },
  {
    id: 'payload-string-stored-as-sent',
    description: 'A text is stored, and listed as it is.',
    breaks: ['create.payload-type'],
    change: (b) => storedAsSent(b, (value) => typeof value === 'string'),
  },
  {
    id: 'payload-null-500',
    description: 'The title of null is read.',
    breaks: ['create.payload-type'],
    change: (b) => changeStatus(b, ['payload-invalid'], 500, (request) => jsonValue(request.body) === null),
  },
  {
    id: 'payload-type-400',
    description: 'JSON that is no object is taken for no JSON.',
    breaks: ['create.payload-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 400, (request) => !isJsonObject(jsonValue(request.body))),
  },
  {
    id: 'create-needs-labels',
    description: 'A field that is not documented is required.',
    breaks: ['create.accepted'],
    change: (b) => refusePayloads(b, (fields) => fields['labels'] === undefined),
  },
  {
    id: 'create-needs-body',
    description: 'The body is required.',
    breaks: ['create.body-optional'],
    change: (b) => refusePayloads(b, (fields) => fields['body'] === undefined),
  },
  {
    id: 'create-refuses-body',
    description: 'The body is a field that nobody knows.',
    breaks: ['create.body-optional'],
    change: (b) => refusePayloads(b, (fields) => fields['body'] !== undefined),
  },
] as const satisfies readonly Fault[];
