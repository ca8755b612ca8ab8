import { textOf } from '../../src/client/exchange.ts';
import { readJson } from '../../src/client/json.ts';
import { isObject } from '../../src/listings/records.ts';
import { NotMade, type ObservationContext, rowOf } from '../../src/observe/observed-rule.ts';
import { together, toldApart } from '../../src/observe/requests.ts';

const read = rowOf({ at: 'recorded' });
const readOfCreated = rowOf({ at: 'recorded', needs: ['WRITES=all', 'TOKEN'] });

/** Returns at most two different texts, because their number depends on the requests of the run. */
function alternatives(texts: Iterable<string>): string {
  const [one = '', two, ...more] = [...new Set(texts)].toSorted();
  return `${one}${two === undefined ? '' : ` or ${two}`}${more.length > 0 ? ' or others' : ''}`;
}

/** Returns the fields of listed issues, sorted by name, without those of runs, whose number changes every night. @throws {NotMade} */
function fieldsOf({ run: { recorded, listed } }: ObservationContext) {
  if (recorded.issues === 0)
    throw new NotMade(
      'data',
      listed.isAnythingListed
        ? 'The run saw only issues that runs created. Create another one, or run `populate`, then run again.'
        : 'Needs an open issue: create one, then run again.',
    );
  return [...recorded.fields]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => ({ name, field, isPartial: field.count < recorded.issues }));
}

/** Matches names of fields that tell pull requests from issues, if only some issues fill them. */
const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;

const RATE_LIMIT = /^(x-)?rate-?limit/;
/** Headers that are the same from answer to answer. */
const LIMIT = /^(x-)?rate-?limit.*(limit|policy)/;

const accepted = ({ run: { ledger, target } }: ObservationContext) =>
  ledger.accepted(target.writeRepository).filter(({ isTitled }) => isTitled);

/** Observations of the answers to other rules, without requests of their own. */
export const observedReplies = [
  read('observed.issue.fields', ['2 issue'], {
    statement: 'Which fields do listed issues have, and of which JSON types?',
    tried: 'The run reads the lists of other rules; a question mark means that some issues lack a field.',
    impact: 'No field is documented, so this alone tells what a client can read, and what changed.',
    observe: (asking) =>
      fieldsOf(asking)
        .map(
          ({ name, field: { types }, isPartial }) =>
            `${name}${isPartial ? '?' : ''}:${[...types].toSorted().join('|')}`,
        )
        .join(' '),
  }),
  read('observed.issue.pull-requests', ['1 last sentence', '4.1 response body'], {
    statement: 'Can pull requests in the list be told from issues?',
    impact: 'A client that counts issues has to leave pull requests out.',
    observe: (asking) =>
      toldApart(
        fieldsOf(asking).flatMap(({ name, field: { telling, count }, isPartial }) => {
          const isTelling = telling > 0 && (isPartial || telling < count);
          return PULL_REQUEST.test(name) && isTelling ? [name] : [];
        }),
      ),
  }),
  read('observed.errors.body', ['7 last sentence'], {
    statement: 'Which media type and keys do error answers have?',
    impact: 'A client that shows people the reason for a refusal has to know its key.',
    observe: ({ run: { recorded } }) =>
      [...recorded.errors]
        .flatMap(([status, shapes]) => (shapes.size === 0 ? [] : `${status}: ${alternatives(shapes)}`))
        .join('; '),
  }),
  read('observed.content-type', ['1 payloads'], {
    statement: 'Which Content-Type does a listing have?',
    impact: 'Many HTTP libraries parse JSON only under a media type that they know.',
    observe: ({ plain }) => plain.exchange.response?.headers['content-type'] ?? 'none',
  }),
  read('observed.rate-limit', ['8 rate limits'], {
    alsoCovers: ['5.2 second half'],
    statement: 'Which rate limit headers are there, and which limits do they name?',
    impact: 'A client that plans its requests has to know how many it may send.',
    observe: ({ run: { callers, recorded } }) => {
      const told = callers.map(({ kind, label }) => {
        const headers = Object.entries(recorded.plain.get(kind)?.exchange.response?.headers ?? {})
          .filter(([name]) => RATE_LIMIT.test(name))
          .map(([name, value]) => (LIMIT.test(name) ? `${name}: ${value}` : name));
        return [label, headers.toSorted().join(', ')] as const;
      });
      return together(told.filter(([, headers]) => headers !== '')) || 'no rate limit headers';
    },
  }),
  readOfCreated('observed.create.status', ['4.2 success'], {
    statement: 'Which status does an accepted creation have?',
    impact: 'Many clients wait for exactly 201, and the specification does not promise it.',
    observe: (asking) =>
      alternatives(accepted(asking).map(({ exchange }) => String(exchange.response?.status))),
  }),
  readOfCreated('observed.create.response', ['4.2 success'], {
    statement: 'Does the answer to an accepted creation hold the title, and a Location header?',
    impact: 'A client that shows the new issue immediately needs it, or at least its address, in the answer.',
    observe: (asking) =>
      alternatives(
        accepted(asking).flatMap(({ exchange: { response }, marker, texts: [, body] }) => {
          const text = response === null ? null : textOf(response);
          // The run keeps only the beginning of a very long answer.
          if (text === null) return [];
          const reading = readJson(text);
          const value = reading.kind === 'json' && isObject(reading.value) ? reading.value : {};
          const holder = Object.entries(value).find(
            ([, inner]) => inner !== body && JSON.stringify(inner).toLowerCase().includes(marker),
          );
          const location = response?.headers['location'] === undefined ? 'no Location' : 'Location';
          return `${holder === undefined ? 'no title' : `title at ${holder[0]}`}; ${location}`;
        }),
      ),
  }),
];
