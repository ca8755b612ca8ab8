import { sample } from 'fast-check';
import { because } from '../src/client/doubt.ts';
import type { Exchange } from '../src/client/exchange.ts';
import { ANONYMOUS, type Credential } from '../src/client/request.ts';
import { anonymouslyElsewhere, anonymouslyUntitled } from '../src/created/shared-creations.ts';
import { blaming } from '../src/engine/causes.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { names } from '../src/generate/names.ts';
import { besideTwin } from '../src/observe/beside.ts';
import { areTelling, mayAsk, observeEach, plainIsRead } from '../src/observe/comparing.ts';
import { differences } from '../src/observe/differences.ts';
import { code, inOtherCase, type Seen, statusOf, together, truncateAll } from '../src/observe/texts.ts';
import { invalidTokens } from './credentials.ts';

/** The plain listing with a credential of one's own making. */
const listAs = (t: Trial, as: Credential): Promise<Exchange> => t.ask({ ...t.listing(), as });

/** Whether TOKEN is accepted and an invalid token is not; where not so, that is noted as the reason. @throws {Stopped} */
async function tokensAreToldApart(t: Trial): Promise<boolean> {
  if (t.base !== 'member') {
    t.unmet(
      because(
        'access',
        'The listing is refused with TOKEN itself, so other ways to write it prove nothing; check TOKEN, then run again.',
      ),
    );
    return false;
  }
  const [invalid] = invalidTokens(t);
  if (!mayAsk(t) || invalid === undefined) return false;
  const [own, refused] = await Promise.all([t.ask(t.listing()), listAs(t, invalid.as)]);
  if (!areTelling(t, [refused])) return false;
  const isTold = refused.response?.status !== own.response?.status;
  if (!isTold)
    t.unmet(
      blaming(['list.invalid-token'], 'Invalid tokens are accepted too, so acceptance proves nothing.'),
    );
  return isTold;
}

/** TOKEN written in other ways: which of them are accepted. */
async function observeTokens(
  t: Trial,
  ways: readonly { readonly name: string; readonly as: Credential }[],
): Promise<void> {
  if (!(await tokensAreToldApart(t))) return;
  const own = await t.ask(t.listing());
  await observeEach(
    t,
    ways.map(({ name, as }) => ({
      name,
      ask: () => listAs(t, as),
      again: () => t.send(() => ({ ...t.listing(), as })),
    })),
    (answer) => (answer.response?.status === own.response?.status ? 'accepted' : statusOf(answer)),
  );
}

/** A creation without a credential that is wrong in another way too; it is sent once in a run, until it is answered. */
const observeBoth = (t: Trial, ask: () => Promise<Exchange>): Promise<void> =>
  observeEach(t, [{ name: 'both', ask, again: ask }], statusOf);

/** Credentials, and what is told to strangers (sections 2, 4.2, 5 and 7). */
export const observedAccess: readonly ObservedRule[] = [
  {
    id: 'observed.auth.schemes',
    level: 'observed',
    sections: ['5.1'],
    phase: 'strangers',
    needs: ['TOKEN'],
    minds: 'cookies',
    says: 'Is the token accepted behind `bearer` or `token` instead of `Bearer`?',
    tried:
      'The plain list is asked for with TOKEN behind `bearer` and `token`. Written down is which of them are accepted. Where an invalid token is not refused either, that proves nothing.',
    impact: { general: 'Older clients and other libraries write the scheme in their own way.' },
    observe: (t) =>
      observeTokens(
        t,
        ['bearer', 'token'].map((scheme) => ({
          name: code(scheme),
          as: { standing: 'valid', value: `${scheme} ${t.bed.token ?? ''}` },
        })),
      ),
  },
  {
    id: 'observed.auth.token-case',
    level: 'observed',
    sections: ['5.4'],
    phase: 'strangers',
    needs: ['TOKEN'],
    minds: 'cookies',
    says: 'Is the token accepted with its upper and lower case swapped?',
    tried:
      'The plain list is asked for with TOKEN, the case of each of its letters changed. A token without letters, or a service that refuses no invalid token, proves nothing.',
    impact: {
      general: 'Where tokens are hexadecimal this is harmless; elsewhere it makes them easier to guess.',
    },
    observe: async (t) => {
      const { token = '' } = t.bed;
      const other = inOtherCase(token);
      if (other === token) {
        t.unmet(because('setting', 'Needs a TOKEN with letters: set one, then run again.'));
        return;
      }
      const as = t.secretToken(other, 'TOKEN in another case');
      await observeTokens(t, [{ name: 'other case', as }]);
    },
  },
  {
    id: 'observed.auth.before-payload',
    level: 'observed',
    sections: ['4.2', '7'],
    phase: 'unusual',
    needs: ['WRITES=rejected'],
    minds: 'cookies',
    says: 'Is a creation without a credential and without a title answered 401 or 422?',
    tried:
      'A payload with no title is sent to the public repository with no Authorization header. Both statuses are documented, and the one that came is written down.',
    impact: {
      general:
        'A service that checks the payload first tells strangers how it reads payloads, and a client has to be ready for either.',
    },
    observe: (t) => observeBoth(t, () => anonymouslyUntitled(t)),
  },
  {
    id: 'observed.auth.before-repository',
    level: 'observed',
    sections: ['5.3', '7'],
    phase: 'unusual',
    needs: ['WRITES=rejected'],
    minds: 'cookies',
    says: 'Is a creation without a credential in an unknown repository answered 401 or 404?',
    tried:
      'A valid payload is sent to a made-up repository with no Authorization header. Both statuses are documented, and the one that came is written down.',
    impact: { general: 'A service that looks for the repository first tells strangers which names exist.' },
    observe: (t) => observeBoth(t, () => anonymouslyElsewhere(t)),
  },
  {
    id: 'observed.private.indistinguishable',
    level: 'observed',
    sections: ['5.5', '7'],
    phase: 'unusual',
    needs: ['PRIVATE_REPO'],
    minds: 'cookies',
    says: 'Can a private repository be told from one that does not exist, by more than the status?',
    tried:
      'The private repository and made-up ones are listed without a credential. Headers and bodies are compared, with the names themselves and whatever differs between two made-up ones left out. A difference has to be there a second time.',
    impact: { general: 'A difference lets strangers find out which private repositories exist.' },
    observe: async (t) => {
      const hidden = t.bed.privateRepository;
      if (hidden === undefined || !mayAsk(t)) return;
      const [first = '', second = ''] = sample(names, { seed: t.seed('repositories'), numRuns: 2 });
      const asked = [hidden.repo, first, second].map((repo) => ({
        repository: { owner: hidden.owner, repo },
        as: ANONYMOUS,
        query: {},
      }));
      const piecesIn = async (answers: readonly Promise<Exchange>[]): Promise<readonly string[] | null> => {
        const [own, one, other] = await Promise.all(answers);
        if (own === undefined || one === undefined || other === undefined) return null;
        if (!areTelling(t, [own, one, other])) return null;
        return differences(own, hidden.repo, [
          { answer: one, name: first },
          { answer: other, name: second },
        ]);
      };
      const found = await piecesIn(asked.map((spec) => t.ask(spec)));
      // What differs by accident, as a time does, differs only once.
      const isMore = found !== null && found.length > 0;
      const again = isMore ? await piecesIn(asked.map((spec) => t.send(() => spec))) : found;
      if (found === null || again === null) return;
      const pieces = found.filter((piece) => again.includes(piece)).map((piece) => t.run.secrets.hide(piece));
      t.observe(
        pieces.length === 0 ? 'cannot be told apart' : `told apart by ${truncateAll(pieces, 4, 36)}`,
        pieces.length > 4 ? `In full: ${truncateAll(pieces, 12, 60)}.` : '',
      );
    },
  },
  {
    id: 'observed.names.case',
    level: 'observed',
    sections: ['2'],
    phase: 'read',
    needs: [],
    says: 'Is a repository found under its owner and name in another case?',
    tried:
      'The list is asked for with owner and repository in their other case, and where that is not the same list, with each of them alone. Another repository may really have that name, so it is not judged.',
    impact: {
      general: 'A client that stores lists by name has to know whether two spellings are one repository.',
    },
    observe: async (t) => {
      const { owner, repo } = t.bed.repository;
      const [otherOwner, otherRepo] = [inOtherCase(owner), inOtherCase(repo)];
      if (otherOwner === owner && otherRepo === repo) {
        t.unmet(because('setting', 'Needs an OWNER or REPO with letters: set one, then run again.'));
        return;
      }
      if (!mayAsk(t) || !(await plainIsRead(t))) return;
      const see = async (name: string, own: string, of: string): Promise<Seen | null> => {
        const spec = { ...t.listing(), repository: { owner: own, repo: of } };
        if (!areTelling(t, [await t.ask(spec)])) return null;
        const text = await besideTwin(t, spec, t.listing(), {
          same: 'same results',
          other: 'other results',
        });
        return text === null ? null : { name, text };
      };
      const both = await see('both', otherOwner, otherRepo);
      const areTwo = otherOwner !== owner && otherRepo !== repo && both?.text.startsWith('200') === false;
      // One of the two may still be read in either case.
      const apart = areTwo
        ? [await see('owner', otherOwner, repo), await see('repository', owner, otherRepo)]
        : [];
      const seen = [...apart, both].flatMap((one) => one ?? []);
      if (seen.length < apart.length + 1) return;
      t.observe(together(seen), '');
    },
  },
];
