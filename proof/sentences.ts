import type { RuleId } from '../src/model/rule-ids.ts';

/** A statement of the specification in our own words, with the rules that check it. */
interface Sentence {
  /** Section of the specification. */
  readonly section: string;
  /** Place of the statement in the section. */
  readonly place: string;
  /** A short paraphrase. */
  readonly says: string;
  /** Rules that check the statement. */
  readonly rules: readonly RuleId[];
  /** The reason that no rule checks it; only if `rules` is empty. */
  readonly why?: string;
}

const NO_BEHAVIOUR = 'It says nothing of how a service behaves.';
const NOT_SHOWN = 'What it leaves open cannot be asked for with the two operations that there are.';

/** All statements of the specification, in its order, to be read beside it. */
export const sentences: readonly Sentence[] = [
  {
    section: '0',
    place: 'opening paragraph',
    says: 'the scope of the specification, and that there is no other',
    rules: [],
    why: NO_BEHAVIOUR,
  },
  {
    section: '1',
    place: 'first sentence',
    says: 'an HTTP interface for the issues of a repository, with two operations',
    rules: [],
    why: 'It announces what the sections on the operations say, where the rules are.',
  },
  {
    section: '1',
    place: 'operation 1',
    says: 'issues can be listed; this changes nothing and is open for public repositories',
    rules: ['list.ok', 'list.anonymous', 'list.token', 'create.once'],
  },
  {
    section: '1',
    place: 'operation 2',
    says: 'callers with a credential can create an issue in a repository',
    rules: ['create.accepted', 'create.listed', 'create.once', 'create.concurrent', 'create.anonymous'],
  },
  {
    section: '1',
    place: 'two operations',
    says: 'no other operation is specified',
    rules: ['observed.methods'],
  },
  {
    section: '1',
    place: 'base address',
    says: 'services have different base addresses',
    rules: [],
    why: 'The address is the setting BASE_URL.',
  },
  {
    section: '1',
    place: 'payloads',
    says: 'requests and responses are JSON',
    rules: ['list.array', 'create.payload-type', 'observed.content-type'],
  },
  {
    section: '1',
    place: 'last sentence',
    says: 'a list is an array; it may contain pull requests',
    rules: ['list.array', 'list.records', 'observed.issue.pull-requests'],
  },
  {
    section: '2',
    place: 'issue',
    says: 'issues are the elements of a list; their fields are not documented',
    rules: ['list.records', 'observed.issue.fields'],
  },
  {
    section: '2',
    place: 'payload, title',
    says: 'a required text; a creation without it fails',
    rules: [
      'create.missing-title',
      'create.title-type',
      'create.accepted',
      'observed.create.empty-title',
      'observed.create.round-trip',
    ],
  },
  {
    section: '2',
    place: 'payload, body',
    says: 'an optional text',
    rules: [
      'create.body-optional',
      'create.body-type',
      'observed.create.null-body',
      'observed.create.round-trip',
    ],
  },
  {
    section: '2',
    place: 'payload, the table as a whole',
    says: 'no third field is named',
    rules: ['observed.create.extra-fields'],
  },
  {
    section: '2',
    place: 'identifiers in the path',
    says: 'owner and repository are segments of the path',
    rules: [
      'list.unknown-owner',
      'list.unknown-repo',
      'create.unknown-owner',
      'create.unknown-repo',
      'observed.names.case',
    ],
  },
  {
    section: '3',
    place: 'first point',
    says: 'the state is filtered with a parameter',
    rules: ['list.state.open', 'observed.state.values'],
  },
  {
    section: '3',
    place: 'second point',
    says: 'without the parameter, open issues are listed',
    rules: ['list.state.open', 'list.state.default-open'],
  },
  {
    section: '3',
    place: 'third point',
    says: 'other states and transitions between them are not documented',
    rules: ['observed.state.values', 'observed.create.state'],
  },
  {
    section: '3',
    place: 'fourth point',
    says: 'transitions are not documented',
    rules: [],
    why: NOT_SHOWN,
  },
  {
    section: '4.1',
    place: 'method and path',
    says: 'a GET on the collection of a repository',
    rules: ['list.ok', 'observed.methods'],
  },
  {
    section: '4.1',
    place: 'request body',
    says: 'a listing has no request body',
    rules: ['list.ok'],
  },
  { section: '4.1', place: 'success status', says: 'a listing is answered with 200', rules: ['list.ok'] },
  {
    section: '4.1',
    place: 'response body',
    says: 'a JSON array of issues; it may contain pull requests',
    rules: ['list.array', 'list.records', 'observed.issue.pull-requests'],
  },
  {
    section: '4.1',
    place: 'query parameters',
    says: 'all of them are optional',
    rules: ['list.ok', 'observed.page.default', 'observed.direction.alone', 'observed.sort.empty'],
  },
  {
    section: '4.1',
    place: 'parameter state',
    says: 'open issues by default',
    rules: ['list.state.default-open', 'observed.state.values'],
  },
  {
    section: '4.1',
    place: 'parameter per_page',
    says: 'results a page: 30 by default, 100 at most',
    rules: [
      'list.per-page.default',
      'list.per-page.fills',
      'list.per-page.at-most',
      'list.per-page.maximum',
      'list.page.effective-size',
    ],
  },
  {
    section: '4.1',
    place: 'parameter page',
    says: 'number of the page',
    rules: [
      'list.page.second',
      'list.page.slices',
      'list.page.partition',
      'list.page.effective-size',
      'observed.page.zero',
      'observed.page.negative',
      'observed.page.not-a-number',
      'observed.page.beyond-end',
      'observed.page.huge',
      'observed.links',
    ],
  },
  {
    section: '4.1',
    place: 'parameter sort',
    says: 'an invalid value is no error and gives the default order',
    rules: ['list.sort.invalid-ok', 'list.sort.invalid-default-order'],
  },
  {
    section: '4.1',
    place: 'parameter direction',
    says: 'it may have no effect with an invalid sort; rule 3 says that it has none',
    rules: ['list.sort.invalid-ignores-direction', 'observed.direction.invalid'],
  },
  {
    section: '4.1',
    place: 'rule 1',
    says: 'a page size of ten gives at most ten results',
    rules: ['list.per-page.at-most'],
  },
  {
    section: '4.1',
    place: 'rule 2',
    says: 'the second page of five results is answered with 200',
    rules: ['list.page.second', 'list.page.slices'],
  },
  {
    section: '4.1',
    place: 'rule 3',
    says: 'an invalid sort gives 200 and the default order, whatever the direction',
    rules: ['list.sort.invalid-ok', 'list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
  },
  {
    section: '4.1',
    place: 'rule 4',
    says: 'valid values of state, sort and direction, and further parameters, are not documented',
    rules: [
      'observed.state.values',
      'observed.sort.values',
      'observed.direction.invalid',
      'observed.caching',
    ],
  },
  {
    section: '4.2',
    place: 'method and path',
    says: 'a POST on the collection of a repository',
    rules: ['create.accepted', 'create.concurrent'],
  },
  {
    section: '4.2',
    place: 'request body',
    says: 'an object with a title and an optional body, both texts',
    rules: [
      'create.payload-type',
      'create.title-type',
      'create.body-type',
      'create.body-optional',
      'observed.create.content-type',
      'observed.create.no-payload',
    ],
  },
  {
    section: '4.2',
    place: 'without authentication',
    says: 'a creation without a credential is answered with 401',
    rules: ['create.anonymous', 'create.rejected-no-effect', 'observed.auth.before-payload'],
  },
  {
    section: '4.2',
    place: 'without a title',
    says: 'a creation without a title is answered with 422',
    rules: ['create.missing-title', 'create.rejected-no-effect'],
  },
  {
    section: '4.2',
    place: 'success',
    says: 'status and body of an accepted creation are not documented',
    rules: [
      'create.accepted',
      'observed.create.status',
      'observed.create.response',
      'observed.create.visible-after',
      'observed.create.round-trip',
    ],
  },
  {
    section: '4.3',
    place: 'the table',
    says: 'three headers are recommended, and their values',
    rules: ['list.recommended-headers', 'observed.accept.omitted', 'observed.accept.other'],
  },
  {
    section: '5.1',
    place: 'credential',
    says: 'a personal token under the scheme Bearer',
    rules: ['list.token', 'create.accepted', 'create.malformed-credential', 'observed.auth.schemes'],
  },
  {
    section: '5.2',
    place: 'first half',
    says: 'a public repository is listed with 200, with a token and without',
    rules: ['list.anonymous', 'list.token'],
  },
  {
    section: '5.2',
    place: 'second half',
    says: 'a token is recommended for the sake of rate limits',
    rules: ['observed.rate-limit'],
  },
  {
    section: '5.3',
    place: 'creating',
    says: 'a creation without a credential is answered with 401',
    rules: ['create.anonymous', 'observed.auth.before-repository'],
  },
  {
    section: '5.4',
    place: 'tokens',
    says: 'a missing or invalid token is answered with 401',
    rules: [
      'list.invalid-token',
      'create.invalid-token',
      'create.malformed-credential',
      'observed.auth.token-case',
    ],
  },
  {
    section: '5.5',
    place: 'private repositories',
    says: 'a private repository is answered with 404 without access; so with access it is not',
    rules: [
      'list.private.anonymous',
      'list.private.outsider',
      'list.private.member',
      'create.private.outsider',
      'observed.private.indistinguishable',
    ],
  },
  {
    section: '5.6',
    place: 'scopes',
    says: 'required permissions of a token, and how to obtain one, are not documented',
    rules: [],
    why: 'Tokens are settings; a token that may not create leaves the rules on creations undecided.',
  },
  {
    section: '6',
    place: 'the sentence',
    says: 'events and the like are not documented',
    rules: [],
    why: NOT_SHOWN,
  },
  {
    section: '7',
    place: 'status 401',
    says: 'the token is missing or invalid',
    rules: [
      'list.invalid-token',
      'create.invalid-token',
      'create.anonymous',
      'create.rejected-no-effect',
      'observed.auth.before-payload',
      'observed.auth.before-repository',
    ],
  },
  {
    section: '7',
    place: 'status 404',
    says: 'owner or repository is wrong, or the repository is private and the caller has no access',
    rules: [
      'list.unknown-owner',
      'list.unknown-repo',
      'create.unknown-owner',
      'create.unknown-repo',
      'list.private.anonymous',
      'list.private.outsider',
      'create.private.outsider',
      'create.rejected-no-effect',
      'observed.private.indistinguishable',
    ],
  },
  {
    section: '7',
    place: 'status 422',
    says: 'the payload is invalid, for example without a title',
    rules: [
      'create.missing-title',
      'create.title-type',
      'create.body-type',
      'create.payload-type',
      'create.rejected-no-effect',
      'observed.create.malformed-json',
      'observed.create.no-payload',
    ],
  },
  {
    section: '7',
    place: 'below the table',
    says: 'a page size out of range and an invalid sort are no errors',
    rules: [
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.zero',
      'list.per-page.negative',
      'list.sort.invalid-ok',
    ],
  },
  {
    section: '7',
    place: 'last sentence',
    says: 'bodies of errors are not documented',
    rules: ['observed.errors.body'],
  },
  {
    section: '8',
    place: 'default of per_page',
    says: '30 by default',
    rules: ['list.per-page.default', 'observed.per-page.not-an-integer'],
  },
  { section: '8', place: 'maximum of per_page', says: '100', rules: ['list.per-page.maximum'] },
  {
    section: '8',
    place: 'above the maximum',
    says: 'still 200, with at most 100 results',
    rules: ['list.per-page.above-maximum', 'list.per-page.huge', 'list.page.effective-size'],
  },
  {
    section: '8',
    place: 'zero',
    says: 'still 200, with 30 results',
    rules: ['list.per-page.zero', 'list.page.effective-size'],
  },
  {
    section: '8',
    place: 'negative sizes',
    says: 'still 200, with 30 results',
    rules: ['list.per-page.negative', 'list.page.effective-size'],
  },
  {
    section: '8',
    place: 'rate limits',
    says: 'limits are not documented',
    rules: ['observed.rate-limit'],
  },
  {
    section: '8',
    place: 'default of page',
    says: 'it is not documented',
    rules: ['observed.page.default'],
  },
  {
    section: '9',
    place: 'first point',
    says: 'a header selects the version',
    rules: ['list.recommended-headers', 'observed.version.unknown'],
  },
  {
    section: '9',
    place: 'second point',
    says: 'which value is recommended',
    rules: ['list.recommended-headers'],
  },
  {
    section: '9',
    place: 'third point',
    says: 'the effect of omitting it, and other versions, are not documented',
    rules: ['observed.version.omitted', 'observed.version.unknown'],
  },
];
