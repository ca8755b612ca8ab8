import { type Answer, sendTogether } from '../../src/model/planned-request.ts';
import { NotMade, type Observe, rowOf } from '../../src/observe/observed-rule.ts';
import {
  described,
  inOtherCase,
  type Requests,
  requestsFor,
  statusOf,
  statusText,
  toldApart,
  withHeader,
} from '../../src/observe/requests.ts';

const uncredited = rowOf({ at: 'created', needs: ['WRITES=rejected'], undecidedIf: 'cookies' });
const spelled = rowOf({ at: 'last', needs: ['TOKEN'], undecidedIf: 'cookies' });
const hidden = rowOf({ at: 'beside', needs: ['PRIVATE_REPO'], undecidedIf: 'cookies' });
const otherMethods = rowOf({ at: 'created', needs: ['WRITES=all'] });

/** Returns an observation of TOKEN in other spellings, which shows nothing if the service accepts a made-up token. */
const spellings = (spell: (token: string) => Requests): Observe =>
  described(
    (run) => {
      if (!run.recorded.plain.has('invalid')) return spell(run.target.token ?? '');
      const why = 'The service accepts invalid tokens too, so acceptance proves nothing.';
      throw new NotMade('other-rule', why, 'list.invalid-token');
    },
    (answer, { run }) => (statusOf(answer) === run.preflight.usualStatus ? 'accepted' : statusText(answer)),
  );

/** Parts of an answer that may tell repositories apart. The name of the repository is removed from the body. */
const PARTS = ['status', 'names of headers', 'body'];
const partsOf = ({ status, ask, exchange: { response } }: Answer): readonly string[] => [
  String(status),
  JSON.stringify(Object.keys(response?.headers ?? {}).toSorted()),
  (response?.body ?? '').replaceAll(ask.repository.repo, ''),
];

export const observedCallers = [
  spelled('observed.auth.schemes', ['5.1 credential'], {
    statement: 'Is the token accepted behind `bearer` or `token` instead of `Bearer`?',
    impact: 'Older clients and other libraries write the scheme in their own way.',
    observe: spellings((token) =>
      requestsFor(['bearer', 'token'], (scheme) => ({
        // A service may count it among the invalid ones, which it limits.
        as: { validity: 'invalid', value: `${scheme} ${token}` },
      })),
    ),
  }),
  spelled('observed.auth.token-case', ['5.4 tokens'], {
    statement: 'Is the token accepted with its upper and lower case swapped?',
    impact: 'If tokens are hexadecimal, this is harmless; otherwise tokens are easier to guess.',
    observe: spellings((token) => ({
      'other case': { as: { validity: 'invalid', value: `Bearer ${inOtherCase(token, 'a TOKEN')}` } },
    })),
  }),
  uncredited('observed.auth.before-payload', ['4.2 without authentication', '7 status 401'], {
    statement: 'Does a creation without a credential and without a title get 401 or 422?',
    impact: 'A service that checks the payload first tells anonymous callers how it reads payloads.',
    observe: described(({ anonymous }) => ({
      both: { caller: anonymous, payload: (marker) => ({ body: marker }) },
    })),
  }),
  uncredited('observed.auth.before-repository', ['5.3 creating', '7 status 401'], {
    statement: 'Does a creation without a credential in an unknown repository get 401 or 404?',
    impact: 'A service that looks for the repository first tells anonymous callers which names exist.',
    observe: described(({ anonymous, unknownName, valid, target: { writeRepository } }) => ({
      both: { caller: anonymous, payload: valid, repository: { ...writeRepository, repo: unknownName } },
    })),
  }),
  hidden('observed.private.indistinguishable', ['5.5 private repositories', '7 status 404'], {
    statement: 'Does more than the status tell a private repository from a repository that does not exist?',
    tried:
      'The run lists the private repository and two made-up ones without a credential, and compares the answers.',
    impact: 'A difference lets anonymous callers find out which private repositories exist.',
    observe: async ({ run: { target, anonymous, values, list }, send }) => {
      const { owner = '', repo = '' } = target.privateRepository ?? {};
      const names = [repo, repo, values.name('like private'), values.name('like private too')];
      const asks = names.map((name) => list(anonymous, {}, { owner, repo: name }));
      const answers = await sendTogether(...asks)(send);
      const [real = [], again = [], one = [], other = []] = answers.map(partsOf);
      // An intermittent difference comes once.
      return toldApart(
        PARTS.filter((_, at) => real[at] === again[at] && one[at] === other[at] && real[at] !== one[at]),
      );
    },
  }),
  otherMethods('observed.methods', ['1 two operations', '4.1 method and path'], {
    statement: 'How does the service answer other methods on the list of issues?',
    tried: 'The run sends HEAD and OPTIONS to the repository, and PUT to a made-up one.',
    impact: 'Proxies, browsers and monitors send these methods of their own accord.',
    observe: described(({ values }) => {
      const repository = { owner: values.name('owner of methods'), repo: values.name('methods') };
      return { HEAD: { method: 'HEAD' }, OPTIONS: { method: 'OPTIONS' }, PUT: { method: 'PUT', repository } };
    }, withHeader('allow')),
  }),
];
