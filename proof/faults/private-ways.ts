import type { Answer } from '../../src/service/answer.ts';
import type { Behaviour } from '../../src/service/behaviour.ts';
import { BEARER } from '../../src/service/conforming/access-and-refusals.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Lets everybody list a private repository whose request looks like that, with no credential or a valid one. */
const openWhere = (
  b: Behaviour,
  applies: (request: ServiceRequest) => boolean,
): Pick<Behaviour, 'mayUse'> => ({
  mayUse: (caller, repository, request) =>
    (isList(request) && caller.kind !== 'unknown' && applies(request)) ||
    b.mayUse(caller, repository, request),
});

const STRANGERS = ['list.private.anonymous', 'list.private.outsider'] as const;

/** Parts of a private list for which a service forgets to look at who asks. */
export const privateWayFaults = [
  {
    id: 'private-open-by-archive',
    description: 'Issues that are not open come from an archive, which knows nothing of members.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => (request.query('state') ?? 'open') !== 'open'),
  },
  {
    id: 'private-open-by-export',
    description: 'Pages of the largest size are served from an export that was made for everybody.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => b.pageSize(request.query('per_page'), request) >= 100),
  },
  {
    id: 'private-open-by-fallback',
    description:
      'A size that falls back to the default is answered by a handler of its own, which checks nothing.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => Number(request.query('per_page') ?? 1) < 1),
  },
  {
    id: 'private-open-when-sorted',
    description: 'An order that is asked for is made in a search index, which knows nothing of members.',
    breaks: STRANGERS,
    change: (b) => openWhere(b, (request) => request.query('sort') !== undefined),
  },
  {
    id: 'private-open-for-small-later-pages',
    description: 'A cursor into a small page is trusted, since it was made by whoever may list.',
    breaks: STRANGERS,
    change: (b) =>
      openWhere(
        b,
        (request) => givenPage(request) > 1 && b.pageSize(request.query('per_page'), request) < 30,
      ),
  },
  {
    id: 'private-cached-by-address',
    description: 'A cache in front keeps what was answered with 200 by its whole address, whoever asks.',
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
          // What was created is to be seen at once.
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
      'A scheme without a token is how the pages of the service itself ask, and they may list anything.',
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
    description:
      'In private repositories only the first letters of a token are looked at, which name its kind.',
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
