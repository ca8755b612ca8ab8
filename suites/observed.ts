import { extraField, firstState, roundTrip, visibleAfter } from '../src/observe/creations.ts';
import { NotMade, type Observe, type ObservedRule, rowOf } from '../src/observe/observed-rule.ts';
import { createdAnswers, createdStatuses, differencesOfPrivate } from '../src/observe/replies.ts';
import {
  described,
  type Requests,
  requestsFor,
  statusOf,
  statusText,
  withHeader,
} from '../src/observe/requests.ts';
import { inOtherCase, observedLists } from './observed-lists.ts';

const created = rowOf({ at: 'in turn', needs: ['WRITES=all', 'TOKEN'] });
const readOfCreated = rowOf({ at: 'recorded', needs: ['WRITES=all', 'TOKEN'] });
const uncredited = rowOf({ at: 'in turn', needs: ['WRITES=rejected'], minds: 'cookies' });
const spelled = rowOf({ at: 'last', needs: ['TOKEN'], minds: 'cookies' });
const hidden = rowOf({ at: 'in turn', needs: ['PRIVATE_REPO'], minds: 'cookies' });
const otherMethods = rowOf({ at: 'in turn', needs: ['WRITES=all'] });

/** Listings with TOKEN in other spellings, which show nothing if a made-up token is listed too. */
const spellings = (spell: (token: string) => Requests): Observe =>
  described(
    (run) => {
      if (!run.recorded.plain.has('invalid')) return spell(run.bed.token ?? '');
      const why = 'Invalid tokens are accepted too, so acceptance proves nothing.';
      throw new NotMade('other-rule', why, 'list.invalid-token');
    },
    (answer, { run }) => (statusOf(answer) === run.usualStatus ? 'accepted' : statusText(answer)),
  );

/** Credentials, creations and other methods, for which the specification leaves the answer open. */
const observedWriting = [
  spelled('observed.auth.schemes', ['5.1 credential'], {
    says: 'Is the token accepted behind `bearer` or `token` instead of `Bearer`?',
    impact: 'Older clients and other libraries write the scheme in their own way.',
    observe: spellings((token) =>
      requestsFor(['bearer', 'token'], (scheme) => ({
        as: { standing: 'valid', value: `${scheme} ${token}` },
      })),
    ),
  }),
  spelled('observed.auth.token-case', ['5.4 tokens'], {
    says: 'Is the token accepted with its upper and lower case swapped?',
    impact: 'Where tokens are hexadecimal this is harmless; elsewhere it makes them easier to guess.',
    observe: spellings((token) => ({
      'other case': { as: { standing: 'invalid', value: `Bearer ${inOtherCase(token, 'a TOKEN')}` } },
    })),
  }),
  uncredited('observed.auth.before-payload', ['4.2 without authentication', '7 status 401'], {
    says: 'Is a creation without a credential and without a title answered 401 or 422?',
    impact: 'A service that checks the payload first tells strangers how it reads payloads.',
    observe: described(({ anonymous }) => ({
      both: { caller: anonymous, payload: (marker) => ({ body: marker }) },
    })),
  }),
  uncredited('observed.auth.before-repository', ['5.3 creating', '7 status 401'], {
    says: 'Is a creation without a credential in an unknown repository answered 401 or 404?',
    impact: 'A service that looks for the repository first tells strangers which names exist.',
    observe: described(({ anonymous, unknownName, valid, bed: { written } }) => ({
      both: { caller: anonymous, payload: valid, repository: { owner: written.owner, repo: unknownName } },
    })),
  }),
  hidden('observed.private.indistinguishable', ['5.5 private repositories', '7 status 404'], {
    says: 'Can a private repository be told from one that does not exist, by more than the status?',
    tried: 'The run lists it and two made-up ones without a credential, and compares the answers.',
    impact: 'A difference lets strangers find out which private repositories exist.',
    observe: differencesOfPrivate,
  }),
  readOfCreated('observed.create.status', ['4.2 success'], {
    says: 'Which status does an accepted creation have?',
    impact: 'Many clients wait for exactly 201, and the specification does not promise it.',
    observe: createdStatuses,
  }),
  readOfCreated('observed.create.response', ['4.2 success'], {
    says: 'Does the answer to an accepted creation hold the title, and a Location header?',
    impact: 'A client that shows the new issue at once needs it, or at least its address, in the answer.',
    observe: createdAnswers,
  }),
  created('observed.create.visible-after', ['4.2 success'], {
    says: 'How soon is a new issue listed?',
    tried: 'The run creates one alone, and reads the list for up to LISTED_WITHIN_MS.',
    impact: 'A client that files an issue and then reloads the list has to know if it must wait.',
    observe: visibleAfter,
  }),
  created('observed.create.state', ['3 third point'], {
    says: 'In which state does a new issue start?',
    tried: 'The run looks for an accepted issue in the list without `state`, and under `closed`.',
    impact: 'A client that lists only open issues may never see what it has just filed.',
    observe: firstState,
  }),
  created('observed.create.round-trip', ['2 payload, title', '2 payload, body', '4.2 success'], {
    says: 'Do title and body come back unchanged?',
    tried: 'The run creates texts with unusual characters, line ends and blanks, and reads them in the list.',
    impact: 'A client that compares what it sent with what is stored sees changes that nobody made.',
    observe: roundTrip,
  }),
  created('observed.create.empty-title', ['2 payload, title'], {
    says: 'How is a title answered that is empty, or blank?',
    impact: 'A client has to know if it must check for blank titles itself.',
    observe: described({
      empty: { payload: (marker) => ({ title: '', body: marker }) },
      'only spaces': { payload: (marker) => ({ title: '   ', body: marker }) },
    }),
  }),
  created('observed.create.null-body', ['2 payload, body'], {
    says: 'How is a `body` of null answered?',
    impact: 'Many languages write a missing text as null unless told not to.',
    observe: described(({ title }) => ({
      null: { payload: (marker) => ({ title: title(marker), body: null }) },
    })),
  }),
  created('observed.create.malformed-json', ['7 status 422'], {
    says: 'How is a payload answered that was cut off, and is no JSON?',
    impact: 'Whoever debugs a client has to know if broken JSON is told from a wrong field.',
    observe: described(({ valid }) => ({
      truncated: { payload: valid, mangle: (body) => body.slice(0, -8) },
    })),
  }),
  created('observed.create.no-payload', ['4.2 request body', '7 status 422'], {
    says: 'How is a creation with an empty payload answered?',
    impact: 'A client whose payload got lost on the way sees this answer.',
    observe: described(({ valid }) => ({ none: { payload: valid, mangle: () => '' } })),
  }),
  created('observed.create.extra-fields', ['2 payload, the table as a whole'], {
    says: 'Is an unknown field in a creation accepted, and kept?',
    impact: 'A client written for a richer service learns what becomes of its other fields.',
    observe: extraField,
  }),
  created('observed.create.content-type', ['4.2 request body'], {
    says: 'Is a JSON payload accepted without a Content-Type, or as `text/plain`?',
    impact: 'Small scripts leave the header out, and browsers send text/plain without asking first.',
    observe: described(({ valid }) => ({
      none: { payload: valid, headers: { 'content-type': null } },
      '`text/plain`': { payload: valid, headers: { 'content-type': 'text/plain' } },
    })),
  }),
  otherMethods('observed.methods', ['1 two operations', '4.1 method and path'], {
    says: 'How are other methods on the list of issues answered?',
    tried: 'The run sends HEAD and OPTIONS to the repository, PUT and DELETE to a made-up one.',
    impact: 'Proxies, browsers and monitors send these methods of their own accord.',
    observe: described(({ values }) => {
      const repository = { owner: values.name('owner of methods'), repo: values.name('methods') };
      return {
        HEAD: { method: 'HEAD' },
        OPTIONS: { method: 'OPTIONS' },
        PUT: { method: 'PUT', repository },
        DELETE: { method: 'DELETE', repository },
      };
    }, withHeader('allow')),
  }),
];

/** All observations. */
export const observedRules: readonly ObservedRule[] = [...observedLists, ...observedWriting];
