import type { Answer } from '../src/model/ask.ts';
import { differencesOfPrivate } from '../src/observe/answers.ts';
import { creations } from '../src/observe/creations.ts';
import { named, namesInOtherCase, requests } from '../src/observe/listings.ts';
import { observedRulesOf } from '../src/observe/observed-rule.ts';
import { NotMade, type Observer, statusOf } from '../src/observe/observer.ts';
import { inOtherCase } from '../src/observe/texts.ts';

/** Returns TOKEN, if an invalid one is answered otherwise. @throws {NotMade} @throws {Stopped} */
async function neededToken(observer: Observer): Promise<string> {
  const { run } = observer;
  const { credential } = run.values.madeUpToken('observed');
  const invalid = await observer.seen(observer.listing({ as: credential }));
  if (statusOf(invalid) !== run.usualStatus) return run.bed.token ?? '';
  throw new NotMade('other-rule', 'Invalid tokens are accepted too, so acceptance proves nothing.', [
    'list.invalid-token',
  ]);
}

const acceptedLike = ({ run }: Observer, answer: Answer): string =>
  statusOf(answer) === run.usualStatus ? 'accepted' : String(statusOf(answer));

/** Credentials, and answers to strangers (sections 2, 4.2, 5 and 7). */
export const observedAccess = observedRulesOf({ at: 'strangers', needs: ['TOKEN'] }, [
  {
    id: 'observed.auth.schemes',
    statedIn: ['5.1 credential'],
    minds: 'cookies',
    says: 'Is the token accepted behind `bearer` or `token` instead of `Bearer`?',
    tried:
      'The run lists with TOKEN behind `bearer` and `token`. If invalid tokens are accepted too, it proves nothing.',
    impact: 'Older clients and other libraries write the scheme in their own way.',
    observe: requests(async (observer) => {
      const token = await neededToken(observer);
      return named(['bearer', 'token'], (scheme) => ({
        as: { standing: 'valid', value: `${scheme} ${token}` },
      }));
    }, acceptedLike),
  },
  {
    id: 'observed.auth.token-case',
    statedIn: ['5.4 tokens'],
    minds: 'cookies',
    says: 'Is the token accepted with its upper and lower case swapped?',
    tried:
      'The run lists with TOKEN in swapped case. It proves nothing if TOKEN has no letters, or invalid tokens are accepted.',
    impact: 'Where tokens are hexadecimal this is harmless; elsewhere it makes them easier to guess.',
    observe: requests(async (observer) => {
      const token = inOtherCase(await neededToken(observer));
      if (token === observer.run.bed.token)
        throw new NotMade('setting', 'Needs a TOKEN with letters: set one, then run again.');
      observer.run.secrets.add(token, 'TOKEN in another case');
      return { 'other case': { as: { standing: 'invalid', value: `Bearer ${token}` } } };
    }, acceptedLike),
  },
  {
    id: 'observed.auth.before-payload',
    at: 'writing',
    statedIn: ['4.2 without authentication', '7 status 401'],
    needs: ['WRITES=rejected'],
    minds: 'cookies',
    says: 'Is a creation without a credential and without a title answered 401 or 422?',
    tried:
      'A payload without a title is sent to the public repository, without a credential. Both statuses are documented.',
    impact:
      'A service that checks the payload first tells strangers how it reads payloads, and a client has to be ready for either.',
    observe: creations(({ anonymous }) => ({
      both: { caller: anonymous, payload: (marker) => ({ body: marker }) },
    })),
  },
  {
    id: 'observed.auth.before-repository',
    at: 'writing',
    statedIn: ['5.3 creating', '7 status 401'],
    needs: ['WRITES=rejected'],
    minds: 'cookies',
    says: 'Is a creation without a credential in an unknown repository answered 401 or 404?',
    tried:
      'A valid payload is sent to a made-up repository, without a credential. Both statuses are documented.',
    impact: 'A service that looks for the repository first tells strangers which names exist.',
    observe: creations(({ anonymous, unknownName, bed: { written } }) => ({
      both: { caller: anonymous, repository: { owner: written.owner, repo: unknownName } },
    })),
  },
  {
    id: 'observed.private.indistinguishable',
    at: 'writing',
    statedIn: ['5.5 private repositories', '7 status 404'],
    needs: ['PRIVATE_REPO'],
    minds: 'cookies',
    says: 'Can a private repository be told from one that does not exist, by more than the status?',
    tried:
      'The private repository and two made-up ones are listed without a credential. Their headers and bodies are compared, without the names and what differs between the made-up ones. A difference has to come twice.',
    impact: 'A difference lets strangers find out which private repositories exist.',
    observe: differencesOfPrivate,
  },
  {
    id: 'observed.names.case',
    at: 'reading',
    statedIn: ['2 identifiers in the path'],
    needs: [],
    says: 'Is a repository found under its owner and name in another case?',
    tried:
      'Owner and repository are sent in their other case, and if that is not the same list, each of them alone. Another repository may really have that name, so it is not judged.',
    impact: 'A client that stores lists by name has to know whether two spellings are one repository.',
    observe: namesInOtherCase,
  },
]);
