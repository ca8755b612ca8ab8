import { JSON_TYPE } from '../../src/service/answer.ts';
import type { Behaviour } from '../../src/service/behaviour.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';
import { isAnonymous, isOutsider } from '../changes/callers.ts';
import type { Fault } from './fault.ts';

/** Returns the newest issue of the private repository in the path of a request. */
function newestIn({ world, owner, repo }: ServiceRequest): Issue | undefined {
  const repository = world.find(owner, repo);
  return repository?.isPrivate === true ? repository.issues.at(-1) : undefined;
}

function privateIssues(world: World): readonly Issue[] {
  return [...world.repositories].flatMap((one) => (one.isPrivate ? one.issues : []));
}

/** Adds text of the newest private issue to refusals of some requests. */
const refusalWith = (
  b: Behaviour,
  applies: (request: ServiceRequest) => boolean,
  says: (issue: Issue) => { readonly body?: object; readonly header?: string },
): Pick<Behaviour, 'refusalAnswer'> => ({
  refusalAnswer: (refusal, status, request) => {
    const answer = b.refusalAnswer(refusal, status, request);
    const issue = applies(request) ? newestIn(request) : undefined;
    if (issue === undefined) return answer;
    const { body, header } = says(issue);
    return {
      ...answer,
      headers: {
        ...answer.headers,
        'content-type': JSON_TYPE,
        ...(header !== undefined && { 'x-last': header }),
      },
      body: body === undefined ? answer.body : JSON.stringify({ message: 'Refused', ...body }),
    };
  },
});

const isUnknown = (b: Behaviour, request: ServiceRequest): boolean =>
  b.authenticate(request.header('authorization'), request).kind === 'unknown';

/** Adds private issues to a public list, for some callers. */
function mixIn(
  b: Behaviour,
  applies: (request: ServiceRequest) => boolean,
  which: (issues: readonly Issue[]) => readonly Issue[],
): Pick<Behaviour, 'cut'> {
  return {
    cut: (arranged, window, listing) => {
      const { request, repository } = listing;
      if (repository.isPrivate || !applies(request)) return b.cut(arranged, window, listing);
      return b.cut([...which(privateIssues(request.world)), ...arranged], window, listing);
    },
  };
}

/** Private issues shown in unexpected places. */
export const privateShownFaults = [
  {
    id: 'private-named-in-404',
    description: 'The body of a 404 suggests the latest private issue.',
    breaks: ['list.private.anonymous', 'list.private.outsider'],
    change: (b) =>
      refusalWith(
        b,
        (request) => isList(request) && !isUnknown(b, request),
        ({ title }) => ({ body: { suggestion: title } }),
      ),
  },
  {
    id: 'private-named-in-401',
    description: 'A header of a 401 contains the latest private issue.',
    breaks: ['list.invalid-token'],
    change: (b) =>
      refusalWith(
        b,
        (request) => isUnknown(b, request),
        ({ title }) => ({ header: encodeURIComponent(title) }),
      ),
  },
  {
    id: 'private-echoed-to-creators',
    description: 'A refused creation shows the latest private issue as a possible duplicate.',
    breaks: ['list.private.outsider'],
    change: (b) =>
      refusalWith(
        b,
        (request) => isCreate(request) && isOutsider(b, request),
        (issue) => ({ body: { duplicate_of: { title: issue.title, body: issue.body } } }),
      ),
  },
  {
    id: 'private-among-public-for-strangers',
    description:
      'The public list for anonymous callers comes from a table without memberships, and begins with private issues.',
    breaks: ['list.private.anonymous'],
    change: (b) =>
      mixIn(
        b,
        (request) => isAnonymous(b, request),
        (issues) => issues.filter(({ state }) => state === 'open').slice(-2),
      ),
  },
  {
    id: 'private-among-public-for-outsiders',
    description:
      'Callers with a token but no membership see recently changed issues of all repositories first.',
    breaks: ['list.private.outsider'],
    change: (b) =>
      mixIn(
        b,
        (request) => isOutsider(b, request),
        (issues) => issues.slice(-1),
      ),
  },
  {
    id: 'private-closed-among-public',
    description: 'Closed private issues stay in a public repository into which they were moved by mistake.',
    breaks: ['list.private.anonymous', 'list.private.outsider'],
    change: (b) =>
      mixIn(
        b,
        (request) => isAnonymous(b, request) || isOutsider(b, request),
        (issues) => issues.filter(({ state }) => state === 'closed'),
      ),
  },
] as const satisfies readonly Fault[];
