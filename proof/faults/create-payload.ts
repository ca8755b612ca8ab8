import type { Change } from '../../src/service/behaviour.ts';
import { isJsonObject, jsonValue } from '../../src/service/conforming/creating.ts';
import type { IssueDraft } from '../../src/service/world/repository.ts';
import { acceptPayloads, refusePayloads } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { changeStatus } from '../changes/refusals.ts';
import { together } from '../changes/together.ts';
import { faultsOf } from './fault.ts';

type Matches = (value: unknown) => boolean;

const isMissing: Matches = (value) => value === undefined;
const isNoText: Matches = (value) => value !== undefined && typeof value !== 'string';
const isString: Matches = (value) => typeof value === 'string';
const isNoObject: Matches = (value) => !isJsonObject(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
const bodyOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Answers invalid payloads that match with another status. */
const payloadAs =
  (status: number, matches: Matches): Change =>
  (b) =>
    changeStatus(b, ['payload-invalid'], status, ({ body }) => matches(jsonValue(body)));

/** Answers invalid payloads of which a field matches with another status; what is no object has no fields. */
const fieldAs = (status: number, name: string, matches: Matches): Change =>
  payloadAs(status, (value) => matches(isJsonObject(value) ? value[name] : undefined));

/** Accepts titles that match, as text. */
const acceptTitle = (matches: Matches): Change =>
  acceptPayloads(({ title, body }) =>
    matches(title) ? { title: textOf(title), body: bodyOf(body) } : undefined,
  );

/** Accepts any body beside a valid title. */
const acceptBody = (read: (given: unknown) => string | null): Change =>
  acceptPayloads(({ title, body }) =>
    typeof title === 'string' && title !== '' ? { title, body: read(body) } : undefined,
  );

/** Accepts payloads that match, as titles. */
const acceptAsTitle = (matches: Matches, titleOf: (value: unknown) => string = textOf): Change =>
  acceptPayloads((_fields, value): IssueDraft | undefined =>
    matches(value) ? { title: titleOf(value), body: null } : undefined,
  );

/** Title prefix of an issue that holds a raw payload. */
const RAW = 'as it came: ';

/** Stores payloads that match unchanged, and lists them unchanged. */
const storeAsSent = (matches: Matches): Change =>
  together(
    acceptAsTitle(matches, (value) => `${RAW}${JSON.stringify(value ?? null)}`),
    revise('renderRecord', (record, { title }) => (title.startsWith(RAW) ? title.slice(RAW.length) : record)),
  );

/** Payloads that are accepted or refused wrongly, by their fields and types. */
export const createPayloadFaults = faultsOf({
  'title-missing-accepted': {
    description: 'An issue without a title becomes "untitled".',
    breaks: ['create.missing-title'],
    change: acceptPayloads(({ title, body }, value) =>
      isJsonObject(value) && title === undefined ? { title: 'untitled', body: bodyOf(body) } : undefined,
    ),
  },
  'title-missing-taken-from-body': {
    description: 'A missing title is replaced by the beginning of the body.',
    breaks: ['create.missing-title'],
    change: acceptPayloads(({ title, body }) =>
      title === undefined && typeof body === 'string' ? { title: body.slice(0, 80), body } : undefined,
    ),
  },
  'title-missing-400': {
    description: 'A missing title is answered with 400.',
    breaks: ['create.missing-title', 'create.payload-type'],
    change: fieldAs(400, 'title', isMissing),
  },
  'title-missing-500': {
    description: 'A missing title violates a database constraint, and the error is not caught.',
    breaks: ['create.missing-title', 'create.payload-type'],
    change: fieldAs(500, 'title', isMissing),
  },
  'title-turned-into-text': {
    description: 'A title of any type is converted to a string.',
    breaks: ['create.title-type'],
    change: acceptTitle(isNoText),
  },
  'title-null-accepted': {
    description: 'A title of null is accepted, because the field is present.',
    breaks: ['create.title-type'],
    change: acceptTitle((title) => title === null),
  },
  'title-number-accepted': {
    description: 'A title may be a number, because the column has no type.',
    breaks: ['create.title-type'],
    change: acceptTitle((title) => typeof title === 'number'),
  },
  'title-array-accepted': {
    description: 'Only the length of the title is checked, so an array is accepted.',
    breaks: ['create.title-type'],
    change: acceptTitle(Array.isArray),
  },
  'title-type-500': {
    description: 'The title is trimmed before its type is checked.',
    breaks: ['create.title-type'],
    change: fieldAs(500, 'title', isNoText),
  },
  'title-type-400': {
    description: 'A title of the wrong type is answered with 400.',
    breaks: ['create.title-type'],
    change: fieldAs(400, 'title', isNoText),
  },
  'body-turned-into-text': {
    description: 'A body of any type is converted to a string.',
    breaks: ['create.body-type'],
    change: acceptBody(textOf),
  },
  'body-dropped': {
    description: 'A body of the wrong type is silently dropped.',
    breaks: ['create.body-type'],
    change: acceptBody(bodyOf),
  },
  'body-type-500': {
    description: 'The body is scanned for mentions before its type is checked.',
    breaks: ['create.body-type'],
    change: fieldAs(500, 'body', isNoText),
  },
  'body-type-400': {
    description: 'A body of the wrong type is answered with 400.',
    breaks: ['create.body-type'],
    change: fieldAs(400, 'body', isNoText),
  },
  'payload-array-accepted': {
    description: 'An array payload is accepted, and its JSON becomes the title.',
    breaks: ['create.payload-type'],
    change: acceptAsTitle(Array.isArray),
  },
  'payload-any-accepted': {
    description: 'A payload that is no object creates an issue with the payload as its title.',
    breaks: ['create.payload-type'],
    change: acceptAsTitle(isNoObject),
  },
  'payload-string-accepted': {
    description: 'A payload that is a string becomes the title.',
    breaks: ['create.payload-type'],
    change: acceptAsTitle(isString),
  },
  'payload-any-stored-as-sent': {
    description: 'JSON of any type but object is stored and listed unchanged.',
    breaks: ['create.payload-type'],
    change: storeAsSent(isNoObject),
  },
  'payload-array-stored-as-sent': {
    description: 'An array payload is stored and listed unchanged.',
    breaks: ['create.payload-type'],
    change: storeAsSent(Array.isArray),
  },
  'payload-string-stored-as-sent': {
    description: 'A string payload is stored and listed unchanged.',
    breaks: ['create.payload-type'],
    change: storeAsSent(isString),
  },
  'payload-null-500': {
    description: 'The title of a null payload is read, which fails.',
    breaks: ['create.payload-type'],
    change: payloadAs(500, (value) => value === null),
  },
  'payload-type-400': {
    description: 'JSON that is no object is answered with 400, like invalid JSON.',
    breaks: ['create.payload-type'],
    change: payloadAs(400, isNoObject),
  },
  'create-needs-labels': {
    description: 'An undocumented field is required.',
    breaks: ['create.accepted'],
    change: (b) => refusePayloads(b, ({ labels }) => labels === undefined),
  },
  'create-needs-body': {
    description: 'The body is required.',
    breaks: ['create.body-optional'],
    change: (b) => refusePayloads(b, ({ body }) => body === undefined),
  },
  'create-refuses-body': {
    description: 'The body is refused as an unknown field.',
    breaks: ['create.body-optional'],
    change: (b) => refusePayloads(b, ({ body }) => body !== undefined),
  },
});
