import { isList } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Private repositories that open for the wrong people, or not for the right ones. */
export const privateFaults = [
  {
    id: 'private-open-to-authors',
    description: 'Who has written an issue in a private repository is taken for a member of it for ever.',
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
    description: 'A valid token without access is answered as if it were none.',
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
    description: 'Whoever asks for a later page is thought to have been let in to the first.',
    breaks: ['list.private.anonymous', 'list.private.outsider'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        (isList(request) && givenPage(request) > 1) || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'private-cached-for-strangers',
    description:
      'A proxy keeps the list that a member was given, and has it ready for all who send no credential.',
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
    description: 'Private repositories want a password on top of the token.',
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
    description: 'Members of a private repository are redirected to confirm who they are.',
    breaks: ['list.private.member'],
    change: (b) => ({
      listAnswer: (records, total, listing) =>
        listing.repository.isPrivate
          ? failure(302, { location: '/confirm' })
          : b.listAnswer(records, total, listing),
    }),
  },
] as const satisfies readonly Fault[];
