import { isList } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Private repositories that open for outsiders, or are closed to members. */
export const privateFaults = [
  {
    id: 'private-open-to-authors',
    description: 'The author of an issue in a private repository keeps access forever.',
    breaks: ['list.private.outsider', 'create.private.outsider'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        b.mayUse(caller, repository, request) ||
        (caller.kind === 'known' &&
          repository.issues.some(({ user }) => user.login === caller.account.login)),
    }),
  },
  {
    id: 'private-outsider-401',
    description: 'A valid token without access is answered with 401 instead of 404.',
    breaks: ['list.private.outsider', 'create.private.outsider'],
    change: (b) => ({
      refuseRepository: (call, mayUse) => {
        const refusal = b.refuseRepository(call, mayUse);
        const isKnown = call.caller.kind === 'known';
        return refusal === 'repository-hidden' && isKnown ? 'credential-unknown' : refusal;
      },
    }),
  },
  {
    id: 'private-later-pages-open',
    description: 'Pages after the first are shown without a check of access.',
    breaks: ['list.private.anonymous', 'list.private.outsider'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        (isList(request) && givenPage(request) > 1) || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'private-cached-for-strangers',
    description: 'A proxy caches the list of a member and serves it to anonymous callers.',
    breaks: ['list.private.anonymous'],
    change: (b) => {
      const kept = new Set<string>();
      return {
        mayUse: (caller, repository, request) => {
          const mayUse = b.mayUse(caller, repository, request);
          if (!isList(request)) return mayUse;
          if (mayUse) kept.add(request.url.href);
          return mayUse || (caller.kind === 'anonymous' && kept.has(request.url.href));
        },
      };
    },
  },
  {
    id: 'private-member-401',
    description: 'A member of a private repository is asked for a password in addition to the token.',
    breaks: ['list.private.member'],
    change: (b) => ({
      refuseRepository: (call, mayUse) => {
        const isPrivate = call.repository?.isPrivate === true && isList(call.request);
        return mayUse && isPrivate ? 'credential-missing' : b.refuseRepository(call, mayUse);
      },
    }),
  },
  {
    id: 'private-member-302',
    description: 'A member of a private repository is redirected to confirm their identity.',
    breaks: ['list.private.member'],
    change: (b) => ({
      listAnswer: (records, total, listing) =>
        listing.repository.isPrivate
          ? failure(302, { location: '/confirm' })
          : b.listAnswer(records, total, listing),
    }),
  },
] as const satisfies readonly Fault[];
