import type { Behaviour } from '../../src/service/behaviour.ts';
import { isJsonObject, jsonValue } from '../../src/service/conforming/creating.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { IssueDraft } from '../../src/service/world/repository.ts';
import { acceptPayloads, refusePayloads } from '../changes/creations.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function bodyOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns the draft of a payload with a valid title and any body. */
function titled(
  title: unknown,
  body: (given: unknown) => string | null,
  given: unknown,
): IssueDraft | undefined {
  return typeof title === 'string' && title !== '' ? { title, body: body(given) } : undefined;
}

function fieldOf(request: ServiceRequest, name: string): unknown {
  const value = jsonValue(request.body);
  return isJsonObject(value) ? value[name] : undefined;
}

function isNoText(value: unknown): boolean {
  return value !== undefined && typeof value !== 'string';
}

/** Title prefix of an issue that holds a raw payload. */
const RAW = 'as it came: ';

/** Stores some payloads unchanged, and lists them unchanged. */
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
    description: 'An issue without a title becomes "untitled".',
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
    description: 'A missing title is replaced by the beginning of the body.',
    breaks: ['create.missing-title'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        title === undefined && typeof body === 'string' ? { title: body.slice(0, 80), body } : undefined,
      ),
  },
  {
    id: 'title-missing-400',
    description: 'A missing title is answered with 400.',
    breaks: ['create.missing-title', 'create.payload-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 400, (request) => fieldOf(request, 'title') === undefined),
  },
  {
    id: 'title-missing-500',
    description: 'A missing title violates a database constraint, and the error is not caught.',
    breaks: ['create.missing-title', 'create.payload-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 500, (request) => fieldOf(request, 'title') === undefined),
  },
  {
    id: 'title-turned-into-text',
    description: 'A title of any type is converted to a string.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        isNoText(title) ? { title: textOf(title), body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-null-accepted',
    description: 'A title of null is accepted, because the field is present.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        title === null ? { title: 'null', body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-number-accepted',
    description: 'A title may be a number, because the column has no type.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        typeof title === 'number' ? { title: String(title), body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-array-accepted',
    description: 'Only the length of the title is checked, so an array is accepted.',
    breaks: ['create.title-type'],
    change: (b) =>
      acceptPayloads(b, ({ title, body }) =>
        Array.isArray(title) ? { title: textOf(title), body: bodyOf(body) } : undefined,
      ),
  },
  {
    id: 'title-type-500',
    description: 'The title is trimmed before its type is checked.',
    breaks: ['create.title-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 500, (request) => isNoText(fieldOf(request, 'title'))),
  },
  {
    id: 'title-type-400',
    description: 'A title of the wrong type is answered with 400.',
    breaks: ['create.title-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 400, (request) => isNoText(fieldOf(request, 'title'))),
  },
  {
    id: 'body-turned-into-text',
    description: 'A body of any type is converted to a string.',
    breaks: ['create.body-type'],
    change: (b) => acceptPayloads(b, ({ title, body }) => titled(title, textOf, body)),
  },
  {
    id: 'body-dropped',
    description: 'A body of the wrong type is silently dropped.',
    breaks: ['create.body-type'],
    change: (b) => acceptPayloads(b, ({ title, body }) => titled(title, bodyOf, body)),
  },
  {
    id: 'body-type-500',
    description: 'The body is scanned for mentions before its type is checked.',
    breaks: ['create.body-type'],
    change: (b) => changeStatus(b, ['payload-invalid'], 500, (request) => isNoText(fieldOf(request, 'body'))),
  },
  {
    id: 'body-type-400',
    description: 'A body of the wrong type is answered with 400.',
    breaks: ['create.body-type'],
    change: (b) => changeStatus(b, ['payload-invalid'], 400, (request) => isNoText(fieldOf(request, 'body'))),
  },
  {
    id: 'payload-array-accepted',
    description: 'An array payload is accepted, and its JSON becomes the title.',
    breaks: ['create.payload-type'],
    change: (b) =>
      acceptPayloads(b, (_fields, value) =>
        Array.isArray(value) ? { title: textOf(value), body: null } : undefined,
      ),
  },
  {
    id: 'payload-any-accepted',
    description: 'A payload that is no object creates an issue with the payload as its title.',
    breaks: ['create.payload-type'],
    change: (b) =>
      acceptPayloads(b, (_fields, value) =>
        isJsonObject(value) ? undefined : { title: textOf(value), body: null },
      ),
  },
  {
    id: 'payload-string-accepted',
    description: 'A payload that is a string becomes the title.',
    breaks: ['create.payload-type'],
    change: (b) =>
      acceptPayloads(b, (_fields, value) =>
        typeof value === 'string' ? { title: value, body: null } : undefined,
      ),
  },
  {
    id: 'payload-any-stored-as-sent',
    description: 'JSON of any type but object is stored and listed unchanged.',
    breaks: ['create.payload-type'],
    change: (b) => storedAsSent(b, (value) => !isJsonObject(value)),
  },
  {
    id: 'payload-array-stored-as-sent',
    description: 'An array payload is stored and listed unchanged.',
    breaks: ['create.payload-type'],
    change: (b) => storedAsSent(b, Array.isArray),
  },
  {
    id: 'payload-string-stored-as-sent',
    description: 'A string payload is stored and listed unchanged.',
    breaks: ['create.payload-type'],
    change: (b) => storedAsSent(b, (value) => typeof value === 'string'),
  },
  {
    id: 'payload-null-500',
    description: 'The title of a null payload is read, which fails.',
    breaks: ['create.payload-type'],
    change: (b) => changeStatus(b, ['payload-invalid'], 500, (request) => jsonValue(request.body) === null),
  },
  {
    id: 'payload-type-400',
    description: 'JSON that is no object is answered with 400, like invalid JSON.',
    breaks: ['create.payload-type'],
    change: (b) =>
      changeStatus(b, ['payload-invalid'], 400, (request) => !isJsonObject(jsonValue(request.body))),
  },
  {
    id: 'create-needs-labels',
    description: 'An undocumented field is required.',
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
    description: 'The body is refused as an unknown field.',
    breaks: ['create.body-optional'],
    change: (b) => refusePayloads(b, (fields) => fields['body'] !== undefined),
  },
] as const satisfies readonly Fault[];
