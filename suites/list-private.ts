import { judgeLeaks } from '../src/access/leaks.ts';
import { heedNotFound, memberHasAccess, unlessNotFound } from '../src/access/member-access.ts';
import { accepted } from '../src/checks/answers.ts';
import { outsiderIsValid, repositoriesAreTold, tokenLists } from '../src/checks/preconditions.ts';
import { always } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import { NAMES } from './explained-by.ts';
import { unlessHidden, unlessListed } from './impacts.ts';
import { PART, unlessAlways } from './list-names.ts';
import { plainOfMember, strangersAsk } from './private-listings.ts';

/** Returns a text that says which answers are searched for private issues, and what counts as one. */
export const searched = (whom: string): string =>
  `Besides, every answer ${whom} in this run is searched for private issues: once is enough. With WRITES=all that is an issue which the run creates there itself (the canary), as soon as TOKEN is shown it. Otherwise it is any record of the private list, a title or body of one in another answer, or a public record that equals a private one while TOKEN is shown none like it in any public listing.`;

const WAYS =
  'The whole list is asked for, and parts of it by state, size, page and order, several parameters at once; `quick` asks for the whole and for one part, `thorough` for each parameter alone too.';

/** A rule on a caller who must not see a private repository. */
function hiddenFrom(
  by: 'anonymous' | 'outsider',
  words: Pick<CaseRule, 'id' | 'needs' | 'says' | 'tried' | 'compared' | 'impact'>,
): CaseRule {
  return {
    level: 'required',
    statedIn: ['5.5 private repositories', '7 status 404'],
    phase: 'end',
    asked: 'read',
    minds: 'cookies',
    plants: 'canary',
    data: { hidden: 1 },
    ...words,
    explainedBy: [by === 'anonymous' ? 'list.anonymous' : 'list.token', 'list.ok', ...NAMES],
    preconditions: [repositoriesAreTold, memberHasAccess, ...(by === 'outsider' ? [outsiderIsValid] : [])],
    cases: (t) => strangersAsk(t, by),
    check: (t) => unlessAlways(t, '404', '404 for a private repository without access', 404),
    watched: (t) => judgeLeaks(t, by),
  };
}

/** A private repository and those who may see it (sections 5.5 and 7). */
export const listPrivate: readonly CaseRule[] = [
  hiddenFrom('anonymous', {
    id: 'list.private.anonymous',
    needs: ['PRIVATE_REPO', 'TOKEN'],
    says: 'Listing a private repository without a credential answers 404.',
    tried: `With no Authorization header the private repository is listed right after TOKEN was given the same address, so that a shared cache would show. ${WAYS} TOKEN has to be let in. ${searched('without a credential')}`,
    compared:
      'by itself: 404 (the public repository with the same query, to the same caller); no answer without a credential shows anything private',
    impact: unlessHidden('Strangers', {
      leaked: 'Private issues are shown to strangers, without a credential.',
    }),
  }),
  hiddenFrom('outsider', {
    id: 'list.private.outsider',
    needs: ['PRIVATE_REPO', 'TOKEN', 'OUTSIDER_TOKEN'],
    says: 'A valid token without access to a private repository gets 404 for its list, even straight after a member has read it.',
    tried: `With OUTSIDER_TOKEN the private repository is listed right after TOKEN was given the same address, so that a shared cache would show. ${WAYS} TOKEN has to be let in, and OUTSIDER_TOKEN to be known as valid. ${searched('with OUTSIDER_TOKEN')}`,
    compared:
      'by itself: 404 (the public repository with the same query, to the same caller); no answer with `OUTSIDER_TOKEN` shows anything private',
    impact: unlessHidden('Holders of a token without access', {
      leaked: 'Private issues are shown to holders of a token without access to them.',
    }),
  }),
  {
    id: 'list.private.member',
    level: 'implied',
    statedIn: ['5.5 private repositories'],
    phase: 'read',
    needs: ['PRIVATE_REPO', 'TOKEN'],
    says: 'A token with access to a private repository lists it with 200.',
    tried:
      'The private repository is listed with TOKEN, which by the settings may read it; in `standard` and `thorough` a part of it too, after somebody without access was refused. A 200 counts only where a made-up repository is answered otherwise; a 404 only if this run could create an issue there with TOKEN, since it may be that PRIVATE_REPO is misspelt.',
    compared: 'by itself: 200 (the public repository, with `TOKEN`)',
    impact: unlessListed('A member who lists a private repository'),
    explainedBy: ['list.token', 'list.ok', ...NAMES],
    preconditions: [repositoriesAreTold, tokenLists],
    cases: (t) => {
      const repository = t.bed.privateRepository;
      if (repository === undefined) return [];
      const query = { per_page: '2' };
      const stranger = t.bed.outsiderToken === undefined ? 'anonymous' : 'outsider';
      return [
        {
          ...t.list({}, { by: 'member', repository }),
          shown: { asked: 'member' },
          shared: async () => [await heedNotFound(t, await plainOfMember(t, repository))],
        },
        {
          depth: 'standard',
          shown: { ...query, asked: 'member, after somebody without access' },
          caller: 'member',
          query,
          asks: [() => t.listing(PART, stranger, repository), () => t.listing(query, 'member', repository)],
          inTurn: true,
        },
      ];
    },
    check: (t) =>
      unlessNotFound(
        t,
        accepted({
          says: '200, unless the plain list of the public repository is refused alike',
          expected:
            '200 for the private repository with a token that has access (PRIVATE_OWNER, PRIVATE_REPO, TOKEN)',
          twins: () => ({ public: always(t.listing({}, 'member')) }),
        }),
      ),
  },
];
