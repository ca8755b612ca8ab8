import type { RepositoryName } from '../src/client/request.ts';
import { anonymouslyElsewhere, anonymouslyUntitled } from '../src/created/shared-creations.ts';
import { besidePlain, RESULTS } from '../src/observe/beside.ts';
import { describeDifferences } from '../src/observe/differences.ts';
import {
  asking,
  type Describe,
  NotObserved,
  needsAnswers,
  needsPlainList,
  observations,
  ofCreations,
  ofRequests,
  request,
  requestsByName,
  seeEach,
} from '../src/observe/observation.ts';
import { inOtherCase, statusText, together } from '../src/observe/texts.ts';
import type { Trial } from '../src/run/trial.ts';
import { invalidTokens } from './credentials.ts';

/** Throws unless TOKEN is accepted and an invalid token is not. @throws {Stopped} */
async function needsTokensToldApart(t: Trial): Promise<void> {
  if (t.base !== 'member')
    throw new NotObserved(
      'access',
      'The listing is refused with TOKEN itself, so other ways to write it prove nothing; check TOKEN, then run again.',
    );
  const [invalid] = invalidTokens(t);
  const { as } = invalid ?? t.listing();
  const [own, refused] = await Promise.all([t.ask(t.listing()), t.ask({ ...t.listing(), as })]);
  needsAnswers([refused]);
  if (refused.response?.status === own.response?.status)
    throw new NotObserved('other-rule', 'Invalid tokens are accepted too, so acceptance proves nothing.', [
      'list.invalid-token',
    ]);
}

const accepted: Describe = async (t, answer) => {
  const own = await t.ask(t.listing());
  return answer.response?.status === own.response?.status ? 'accepted' : statusText(answer);
};

/** Describes the list under its owner and name in another case, and if that is not found, under each of them. */
async function describeNamesInOtherCase(t: Trial): Promise<string> {
  const { owner, repo } = t.bed.repository;
  const [otherOwner, otherRepo] = [inOtherCase(owner), inOtherCase(repo)];
  if (otherOwner === owner && otherRepo === repo)
    throw new NotObserved('setting', 'Needs an OWNER or REPO with letters: set one, then run again.');
  await needsPlainList(t);
  const describe = besidePlain(RESULTS);
  const inCase = (repository: RepositoryName) => request(t, { repository }, describe);
  const both = await seeEach({ both: inCase({ owner: otherOwner, repo: otherRepo }) });
  const isFound = both.some(({ text }) => text.startsWith('200'));
  if (isFound || otherOwner === owner || otherRepo === repo) return together(both);
  // One of the two may still be read in either case.
  const apart = await seeEach({
    owner: inCase({ owner: otherOwner, repo }),
    repository: inCase({ owner, repo: otherRepo }),
  });
  return together([...apart, ...both]);
}

/** Credentials, and answers to strangers (sections 2, 4.2, 5 and 7). */
export const observedAccess = observations({ phase: 'strangers', needs: ['TOKEN'] }, [
  {
    id: 'observed.auth.schemes',
    statedIn: ['5.1 credential'],
    minds: 'cookies',
    says: 'Is the token accepted behind `bearer` or `token` instead of `Bearer`?',
    tried:
      'The run lists with TOKEN behind `bearer` and `token`. If invalid tokens are accepted too, it proves nothing.',
    impact: 'Older clients and other libraries write the scheme in their own way.',
    observe: ofRequests({
      given: [needsTokensToldApart],
      asks: ({ bed }) =>
        requestsByName(['bearer', 'token'], (scheme) => ({
          as: { standing: 'valid', value: `${scheme} ${bed.token ?? ''}` },
        })),
      describe: accepted,
    }),
  },
  {
    id: 'observed.auth.token-case',
    statedIn: ['5.4 tokens'],
    minds: 'cookies',
    says: 'Is the token accepted with its upper and lower case swapped?',
    tried:
      'The run lists with TOKEN in swapped case. It proves nothing if TOKEN has no letters, or invalid tokens are accepted.',
    impact: 'Where tokens are hexadecimal this is harmless; elsewhere it makes them easier to guess.',
    observe: ofRequests({
      given: [
        ({ bed: { token = '' } }) => {
          if (inOtherCase(token) === token)
            throw new NotObserved('setting', 'Needs a TOKEN with letters: set one, then run again.');
        },
        needsTokensToldApart,
      ],
      asks: (t) => ({
        'other case': { as: t.secretToken(inOtherCase(t.bed.token ?? ''), 'TOKEN in another case') },
      }),
      describe: accepted,
    }),
  },
  {
    id: 'observed.auth.before-payload',
    statedIn: ['4.2 without authentication', '7 status 401'],
    phase: 'unusual',
    needs: ['WRITES=rejected'],
    minds: 'cookies',
    says: 'Is a creation without a credential and without a title answered 401 or 422?',
    tried:
      'A payload without a title is sent to the public repository, without a credential. Both statuses are documented.',
    impact:
      'A service that checks the payload first tells strangers how it reads payloads, and a client has to be ready for either.',
    observe: ofCreations({ creates: { both: anonymouslyUntitled } }),
  },
  {
    id: 'observed.auth.before-repository',
    statedIn: ['5.3 creating', '7 status 401'],
    phase: 'unusual',
    needs: ['WRITES=rejected'],
    minds: 'cookies',
    says: 'Is a creation without a credential in an unknown repository answered 401 or 404?',
    tried:
      'A valid payload is sent to a made-up repository, without a credential. Both statuses are documented.',
    impact: 'A service that looks for the repository first tells strangers which names exist.',
    observe: ofCreations({ creates: { both: anonymouslyElsewhere } }),
  },
  {
    id: 'observed.private.indistinguishable',
    statedIn: ['5.5 private repositories', '7 status 404'],
    phase: 'unusual',
    needs: ['PRIVATE_REPO'],
    minds: 'cookies',
    says: 'Can a private repository be told from one that does not exist, by more than the status?',
    tried:
      'The private repository and two made-up ones are listed without a credential. Their headers and bodies are compared, without the names and what differs between the made-up ones. A difference has to come twice.',
    impact: 'A difference lets strangers find out which private repositories exist.',
    observe: asking(describeDifferences),
  },
  {
    id: 'observed.names.case',
    statedIn: ['2 identifiers in the path'],
    phase: 'read',
    needs: [],
    says: 'Is a repository found under its owner and name in another case?',
    tried:
      'Owner and repository are sent in their other case, and if that is not the same list, each of them alone. Another repository may really have that name, so it is not judged.',
    impact: 'A client that stores lists by name has to know whether two spellings are one repository.',
    observe: asking(describeNamesInOtherCase),
  },
]);
