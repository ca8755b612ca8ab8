import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change, RefusalReason } from '../../src/service/behaviour.ts';
import { isJsonObject, jsonValue } from '../../src/service/conforming.ts';
import { answerRefused, changeStatus, RESET } from '../changes/answers.ts';
import { isOutsider } from '../changes/callers.ts';
import { acceptPayloads, type Fields, failAtIssue, refusePayloads } from '../changes/creations.ts';
import { combine, late, onlyWhere, revise } from '../changes/decisions.ts';
import { PAYLOADS } from './broken-rules.ts';
import { breaks, family, faultsOf } from './fault.ts';

type Matches = (value: unknown) => boolean;

export const isNoText: Matches = (value) => value !== undefined && typeof value !== 'string';
const isNull: Matches = (value) => value === null;
const isString: Matches = (value) => typeof value === 'string';
const isNoObject: Matches = (value) => !isJsonObject(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Answers invalid payloads that match with another status. */
const payloadAs = (status: number, matches: Matches): Change =>
  changeStatus('payload-invalid', status, ({ body }) => matches(jsonValue(body)));

/** Answers invalid payloads of which a field matches with another status; what is no object has no fields. */
const fieldAs = (status: number, name: string, matches: Matches): Change =>
  payloadAs(status, (value) => matches(isJsonObject(value) ? value[name] : undefined));

const acceptAs = (titleOf: (value: unknown) => string, matches: Matches): Change =>
  acceptPayloads((_fields, value) => (matches(value) ? { title: titleOf(value), body: null } : undefined));

/** Title prefix of an issue that holds a raw payload. */
const RAW = 'as it came: ';

const queue = (queued: RefusalReason): Change =>
  answerRefused(queued, () => ({ status: 202, headers: {}, body: '' }));

/** Faults by which something else becomes a missing title. */
export const titleTakenFrom = family(['create.missing-title'], (read: (fields: Fields) => string | null) =>
  acceptPayloads((fields, value) => {
    const title = isJsonObject(value) && fields['title'] === undefined ? read(fields) : null;
    return title === null ? undefined : { title, body: textIn(fields['body']) };
  }),
);
const missingTitleAs = (status: number) =>
  breaks(['create.missing-title', 'create.payload-type'])(
    `A missing title is answered with ${status}.`,
    fieldAs(status, 'title', (title) => title === undefined),
  );

export const acceptTitles = (matches: Matches): Change =>
  acceptPayloads(({ title, body }) =>
    matches(title) ? { title: textOf(title), body: textIn(body) } : undefined,
  );
export const titleAccepted = (type: string, matches: Matches) =>
  breaks('create.title-type')(`A title that is ${type} is accepted, as a text.`, acceptTitles(matches));
/** Faults that fail to store a title or a body of a kind, which is named: `with a quote`. */
export const titleFails = (kind: string, fails: RegExp) =>
  breaks('create.accepted')(
    `A title ${kind} is not expected, and storing it fails.`,
    failAtIssue(500, ({ title }) => fails.test(title)),
  );
export const bodyFails = (kind: string, fails: RegExp, status = 500) =>
  breaks('create.accepted')(
    `A body ${kind} is not expected, and gets ${status}.`,
    failAtIssue(status, ({ body }) => body !== null && fails.test(body)),
  );
const titleTypeAs = family(['create.title-type'], (status: number) => fieldAs(status, 'title', isNoText));
const acceptBodies = (read: (given: unknown) => string | null, matches: Matches = () => true): Change =>
  acceptPayloads(({ title, body }) =>
    typeof title === 'string' && title !== '' && matches(body) ? { title, body: read(body) } : undefined,
  );
const bodyAccepted = family(['create.body-type'], acceptBodies);
const bodyTypeAs = family(['create.body-type'], (status: number) => fieldAs(status, 'body', isNoText));
/** Faults that accept payloads of another type, which is named. */
const payloadAccepted = (type: string, matches: Matches) =>
  breaks('create.payload-type')(`${type} becomes the title of an issue.`, acceptAs(textOf, matches));
const storedAsSent = (type: string, matches: Matches) =>
  breaks('create.payload-type')(
    `${type} is stored and listed unchanged.`,
    combine(
      acceptAs((value) => `${RAW}${JSON.stringify(value ?? null)}`, matches),
      revise('renderRecord', (record, { title }) =>
        title.startsWith(RAW) ? title.slice(RAW.length) : record,
      ),
    ),
  );

/** Faults that refuse good payloads of a kind, which is named: `with a body`. */
const payloadRefused = (rule: RuleId, kind: string, refuses: (fields: Fields) => boolean) =>
  breaks(rule)(`A payload ${kind} is refused.`, refusePayloads(refuses));

export const createPayloadFaults = faultsOf({
  'title-missing-accepted': titleTakenFrom('An issue without a title becomes "untitled".', () => 'untitled'),
  'title-missing-taken-from-body': titleTakenFrom(
    'A missing title is replaced by the beginning of the body.',
    ({ body }) => textIn(body)?.slice(0, 80) ?? null,
  ),
  'title-taken-from-name': titleTakenFrom(
    'A missing title is replaced by the name, as old clients call it.',
    ({ name }) => textIn(name),
  ),
  'title-missing-400': missingTitleAs(400),
  'title-missing-500': missingTitleAs(500),
  'title-turned-into-text': titleAccepted('no text', isNoText),
  'title-null-accepted': titleAccepted('null', isNull),
  'title-number-accepted': titleAccepted('a number', (title) => typeof title === 'number'),
  'title-array-accepted': titleAccepted('an array', Array.isArray),
  'title-type-500': titleTypeAs('The title is trimmed before its type is checked.', 500),
  'title-type-400': titleTypeAs('A title of the wrong type is answered with 400.', 400),
  'body-turned-into-text': bodyAccepted('A body of any type is converted to a string.', textOf),
  'body-dropped': bodyAccepted('A body of the wrong type is silently dropped.', textIn),
  'body-type-500': bodyTypeAs('The body is scanned for mentions before its type is checked.', 500),
  'body-type-400': bodyTypeAs('A body of the wrong type is answered with 400.', 400),
  'payload-array-accepted': payloadAccepted('An array', Array.isArray),
  'payload-any-accepted': payloadAccepted('JSON of any type but object', isNoObject),
  'payload-string-accepted': payloadAccepted('A string', isString),
  'payload-any-stored-as-sent': storedAsSent('JSON of any type but object', isNoObject),
  'payload-array-stored-as-sent': storedAsSent('An array', Array.isArray),
  'payload-string-stored-as-sent': storedAsSent('A string', isString),
  'payload-null-500': breaks('create.payload-type')(
    'The title of a null payload is read, which fails.',
    payloadAs(500, isNull),
  ),
  'payload-type-400': breaks('create.payload-type')(
    'JSON that is no object is answered with 400, like invalid JSON.',
    payloadAs(400, isNoObject),
  ),
  'payload-null-stops-the-service': breaks('create.payload-type')(
    'A payload of null ends the process, which is started again after 1.5 s.',
    (b) => {
      let downUntil = 0;
      return {
        around: async (inner, request) => {
          const now = request.world.clock.date();
          if (now < downUntil) return RESET;
          if (request.body === 'null') {
            downUntil = now + 1500;
            return RESET;
          }
          const before = downUntil;
          await request.pause(20);
          return downUntil > before ? RESET : b.around(inner, request);
        },
      };
    },
  ),
  'payload-null-hangs': breaks('create.payload-type')(
    'A payload of null is never answered.',
    late(({ body }) => (body === 'null' ? 3_600_000 : 0)),
  ),
  'title-zero-422': payloadRefused('create.accepted', 'with the title "0"', ({ title }) => title === '0'),
  'title-empty-500': breaks('create.accepted')(
    'The slug of an empty title has no first word, and the error is not caught.',
    payloadAs(500, (value) => isJsonObject(value) && value['title'] === ''),
  ),
  'create-needs-labels': payloadRefused(
    'create.accepted',
    'without labels',
    ({ labels }) => labels === undefined,
  ),
  'create-needs-body': payloadRefused(
    'create.body-optional',
    'without a body',
    ({ body }) => body === undefined,
  ),
  'create-refuses-body': payloadRefused(
    'create.body-optional',
    'with a body',
    ({ body }) => body !== undefined,
  ),
  'title-other-scripts-500': titleFails('in another script than ASCII', /\P{ASCII}/u),
  'title-quote-500': titleFails('with a quote', /['"]/),
  'create-without-body-500': breaks('create.body-optional')(
    'A log entry needs the length of the body and fails if there is none.',
    failAtIssue(500, ({ body }) => body === null),
  ),
  'create-body-413': breaks('create.body-optional')(
    'The limit for bodies was meant in kilobytes and is applied in bytes.',
    failAtIssue(413, ({ body }) => body !== null && body.length > 16),
  ),
  'title-missing-draft': titleTakenFrom('An empty payload creates an empty draft.', (fields) =>
    Object.keys(fields).length === 0 ? 'draft' : null,
  ),
  'body-false-accepted': breaks('create.body-type')(
    'A falsy body counts as missing, whatever its type.',
    acceptBodies(textIn, (body) => body === false || body === 0),
  ),
  'payload-checked-later-202': breaks(PAYLOADS)(
    'Payloads are queued with 202 and checked later.',
    queue('payload-invalid'),
  ),
  'create-emoji-500': titleFails('with a character of four bytes', /[\u{10000}-\u{10ffff}]/u),
  'create-anonymous-202': breaks('create.anonymous')(
    'Creations without a credential are queued for a moderator with 202.',
    queue('credential-missing'),
  ),
  'body-of-a-falsy-word-422': breaks('create.body-optional')(
    'A body that reads as nothing is taken for a missing one, which is then refused.',
    refusePayloads(({ body }) => ['0', 'false', 'null'].includes(String(body)) && typeof body === 'string'),
  ),
  'title-of-256-characters-500': titleFails('of just 256 characters', /^.{256}$/s),
  'title-type-unchecked-for-outsiders': breaks('create.title-type')(
    'A title is checked for members only, and is converted to text for others.',
    onlyWhere(isOutsider)(acceptTitles(isNoText)),
  ),
  'body-type-unchecked-for-outsiders': breaks('create.body-type')(
    'A body is checked for members only, and a wrong one is dropped for others.',
    onlyWhere(isOutsider)(acceptBodies(textIn, isNoText)),
  ),
  'title-of-five-characters-500': titleFails('of one short word', /^[a-z]{4,5}$/),
  'create-large-body-401': bodyFails('for which a gateway drops the credential', /^.{60000}/s, 401),
});
