import type { Answer } from '../../src/service/answer.ts';
import type { Behaviour } from '../../src/service/behaviour.ts';
import { BEARER } from '../../src/service/conforming/access-and-refusals.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Lets every caller with no credential or a valid one list private repositories by some requests. */
const openWhere = (
  b: Behaviour,
  applies: (request: ServiceRequest) => boolean,
): Pick<Behaviour, 'mayUse'> => ({
  mayUse: (caller, repository, request) =>
    (isList(request) && caller.kind !== 'unknown' && applies(request)) ||
    b.mayUse(caller, repository, request),
});

const STRANGERS = ['list.private.anonymous', 'list.private.outsider'] as const;

/** Requests for private lists for which the service does not check access. */
export const privateWayFaults = [
  {
    id: 'private-open-by-archive',
    description: 'Issues that are not open come from an archive that ignores memberships.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => (request.query('state') ?? 'open') !== 'open'),
  },
  {
    id: 'private-open-by-export',
    description: 'Pages of the maximum size come from an export that ignores memberships.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => b.pageSize(request.query('per_page'), request) >= 100),
  },
  {
    id: 'private-open-by-fallback',
    description: 'Sizes below one are handled by code that does not check access.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => Number(request.query('per_page') ?? 1) < 1),
  },
  {
    id: 'private-open-when-sorted',
    description: 'Sorted lists come from a search index that ignores memberships.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => request.query('sort') !== undefined),
  },
  {
    id: 'private-open-for-small-later-pages',
    description:
      'Requests for small later pages are not checked, because their cursor was given to a member.',
    breaks: STRANGERS,
    change: (b) =>
      openWhere(
        b,
        (request) => givenPage(request) > 1 && b.pageSize(request.query('per_page'), request) < 30,
      ),
  },
  {
    id: 'private-cached-by-address',
    description: 'A cache stores responses with 200 by address, whoever asks.',
    breaks: [...STRANGERS, 'list.invalid-token'],
    change: (b) => {
      const kept = new Map<string, Answer>();
      return {
        around: async (inner, request) => {
          const { href, pathname } = request.url;
          const earlier = isList(request) ? kept.get(href) : undefined;
          if (earlier !== undefined) return earlier;
          const answer = await b.around(inner, request);
          if (isList(request) && answer.status === 200) kept.set(href, answer);
          // A creation clears the cached pages of its list.
          if (isCreate(request) && answer.status < 300)
            for (const address of kept.keys())
              if (new URL(address).pathname === pathname) kept.delete(address);
          return answer;
        },
      };
    },
  },
  {
    id: 'private-open-to-bare-scheme',
    description:
      "A scheme without a token is reserved for the service's own pages, which may list everything.",
    breaks: ['list.invalid-token'],
    change: (b) => {
      const isBare = (request: ServiceRequest): boolean =>
        isList(request) && /^bearer *$/i.test(request.header('authorization') ?? '');
      return {
        refuseCredential: (call) => (isBare(call.request) ? undefined : b.refuseCredential(call)),
        mayUse: (caller, repository, request) => isBare(request) || b.mayUse(caller, repository, request),
      };
    },
  },
  {
    id: 'private-open-to-unknown-tokens',
    description: 'For private repositories, only the prefix of a token is checked.',
    breaks: ['list.invalid-token'],
    change: (b) => ({
      authenticate: (authorization, request) => {
        const caller = b.authenticate(authorization, request);
        const given = BEARER.exec(authorization ?? '')?.[1];
        const repository = b.findRepository(request.owner, request.repo, request);
        if (caller.kind !== 'unknown' || given === undefined || !isList(request)) return caller;
        if (repository?.isPrivate !== true) return caller;
        const account = [...request.world.accounts].find(([known]) =>
          known.startsWith(given.slice(0, 4)),
        )?.[1];
        return account === undefined ? caller : { kind: 'known', account };
      },
    }),
  },
] as const satisfies readonly Fault[];
