import { isList } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { changeStatus, failure } from '../changes/answers.ts';
import { isOutsider, sendsNoCredential } from '../changes/callers.ts';
import { nthOf } from '../changes/moments.ts';
import { breaks, faultsOf } from './fault.ts';

const TRAVEL_MS = 5;

const inCapitals = ({ title }: Issue): string =>
  title
    .toUpperCase()
    .replaceAll(/[^ -~]/g, '?')
    .slice(0, 56);

/** Access that is granted once, for one parameter, or to whoever happens to be the current user. */
export const oddAccessFaults = faultsOf({
  'private-named-in-capitals': breaks('list.private.outsider')(
    'Records are a number and a shortened title in capitals, and a header of a 404 names the latest private issue alike.',
    (b) => ({
      renderRecord: (issue) => JSON.stringify({ number: issue.number, name: inCapitals(issue) }),
      refusalAnswer: (refusal, status, request) => {
        const answer = b.refusalAnswer(refusal, status, request);
        const latest = request.world.find(request.owner, request.repo)?.issues.at(-1);
        return refusal !== 'repository-hidden' || latest === undefined || !isOutsider(b, request)
          ? answer
          : { ...answer, headers: { ...answer.headers, 'x-latest': inCapitals(latest) } };
      },
    }),
  ),
  'private-shown-twice': breaks('list.private.outsider')(
    'The first two requests of an outsider for a private list are answered from the cache of a member.',
    (b) => {
      let hidden = 0;
      return {
        mayUse: (caller, repository, request) => {
          const may = b.mayUse(caller, repository, request);
          if (may || !isList(request) || !isOutsider(b, request)) return may;
          hidden += 1;
          return hidden <= 2;
        },
      };
    },
  ),
  'caller-of-the-latest-request': breaks(
    'list.private.anonymous',
    'list.private.outsider',
    'list.private.member',
  )(
    'The current user is stored in a process variable, which a request that comes meanwhile replaces.',
    (b) => {
      let current: string | undefined;
      return {
        around: async (inner, request) => {
          current = request.header('authorization');
          await request.pause(TRAVEL_MS);
          return b.around(inner, request);
        },
        mayUse: (caller, repository, request) =>
          repository.isPrivate && isList(request)
            ? b.mayUse(b.authenticate(current, request), repository, request)
            : b.mayUse(caller, repository, request),
      };
    },
  ),
  'private-for-any-name': breaks(
    'list.unknown-owner',
    'list.unknown-repo',
    'list.private.anonymous',
    'list.private.outsider',
    'create.unknown-owner',
    'create.unknown-repo',
    'create.private.outsider',
  )('An unknown name selects the private repository, which is open to everybody.', (b) => ({
    findRepository: (owner, repo, request) =>
      b.findRepository(owner, repo, request) ??
      [...request.world.repositories].find(({ isPrivate }) => isPrivate),
    mayUse: () => true,
  })),
  'private-open-with-a-direction': breaks('list.private.anonymous', 'list.private.outsider')(
    'Lists with a direction come from a search index that ignores memberships.',
    (b) => ({
      mayUse: (caller, repository, request) =>
        (isList(request) && request.query('direction') !== undefined) ||
        b.mayUse(caller, repository, request),
    }),
  ),
  'private-403-when-sorted': breaks('list.private.anonymous', 'list.private.outsider')(
    'A private repository is answered with 403 if a sort is given.',
    changeStatus('repository-hidden', 403, (request) => request.query('sort') !== undefined),
  ),
  'token-list-403': breaks('list.token', 'list.private.member')(
    'Listing needs a permission that no token has; callers without a token are not asked for it.',
    (b) => ({
      around: async (inner, request) => {
        const answer = await b.around(inner, request);
        return isList(request) && answer.status === 200 && !sendsNoCredential(request)
          ? failure(403)
          : answer;
      },
    }),
  ),
  'third-known-token-401': breaks(
    'list.token',
    'list.private.member',
    'create.accepted',
  )('Every third request with a known token is handled by a machine that does not know it.', (b) => {
    const isThird = nthOf(
      3,
      (request) => b.authenticate(request.header('authorization'), request).kind === 'known',
    );
    return {
      authenticate: (authorization, request) =>
        isThird(request) ? { kind: 'unknown' } : b.authenticate(authorization, request),
    };
  }),
  'version-400-for-all': breaks('list.recommended-headers')(
    'The version header must be a number, also for creations.',
    (b) => ({
      around: async (inner, request) =>
        /2022/.test(request.header('x-service-api-version') ?? '') ? failure(400) : b.around(inner, request),
    }),
  ),
  'create-first-anonymous-let-in': breaks('create.anonymous')(
    'The first valid creation without a credential is let in, and no other.',
    (b) => {
      let refused = 0;
      return {
        refuseCredential: (call) => {
          const refusal = b.refuseCredential(call);
          if (refusal !== 'credential-missing' || call.repository?.isPrivate !== false) return refusal;
          if (b.readPayload(call.request.body, call.request).kind === 'invalid') return refusal;
          refused += 1;
          return refused === 1 ? undefined : refusal;
        },
      };
    },
  ),
});
