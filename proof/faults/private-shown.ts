import { JSON_TYPE } from '../../src/service/answer.ts';
import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { callerOf, isAnonymous, isOutsider } from '../changes/callers.ts';
import { STRANGERS } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

type Applies = (request: ServiceRequest, b: Behaviour) => boolean;

const isUnknown: Applies = (request, b) => callerOf(b, request).kind === 'unknown';
const isStranger: Applies = (request, b) => isAnonymous(b, request) || isOutsider(b, request);

/** Adds text of the newest issue of the requested private repository to refusals of some requests. */
const refusalWith =
  (applies: Applies, says: (issue: Issue) => { readonly body?: object; readonly header?: string }): Change =>
  (b) => ({
    refusalAnswer: (refusal, status, request) => {
      const answer = b.refusalAnswer(refusal, status, request);
      const repository = request.world.find(request.owner, request.repo);
      const issue = repository?.issues.at(-1);
      if (issue === undefined || repository?.isPrivate !== true || !applies(request, b)) return answer;
      const { body, header } = says(issue);
      const shown = header !== undefined && { 'x-last': header };
      return {
        ...answer,
        headers: { ...answer.headers, 'content-type': JSON_TYPE, ...shown },
        body: body === undefined ? answer.body : JSON.stringify({ message: 'Refused', ...body }),
      };
    },
  });

/** Adds private issues to a public list, for some callers. */
const mixIn =
  (applies: Applies, which: (issues: readonly Issue[]) => readonly Issue[]): Change =>
  (b) => ({
    cut: (arranged, window, listing) => {
      const { request, repository } = listing;
      if (repository.isPrivate || !applies(request, b)) return b.cut(arranged, window, listing);
      const hidden = [...request.world.repositories].flatMap((one) => (one.isPrivate ? one.issues : []));
      return b.cut([...which(hidden), ...arranged], window, listing);
    },
  });

/** Private issues shown in unexpected places. */
export const privateShownFaults = faultsOf({
  'private-named-in-404': {
    description: 'The body of a 404 suggests the latest private issue.',
    breaks: STRANGERS,
    change: refusalWith(
      (request, b) => isList(request) && !isUnknown(request, b),
      ({ title }) => ({ body: { suggestion: title } }),
    ),
  },
  'private-named-in-401': {
    description: 'A header of a 401 contains the latest private issue.',
    breaks: ['list.invalid-token'],
    change: refusalWith(isUnknown, ({ title }) => ({ header: encodeURIComponent(title) })),
  },
  'private-echoed-to-creators': {
    description: 'A refused creation shows the latest private issue as a possible duplicate.',
    breaks: ['list.private.outsider'],
    change: refusalWith(
      (request, b) => isCreate(request) && isOutsider(b, request),
      ({ title, body }) => ({ body: { duplicate_of: { title, body } } }),
    ),
  },
  'private-among-public-for-strangers': {
    description: 'The public list for anonymous callers ignores memberships and begins with private issues.',
    breaks: ['list.private.anonymous'],
    change: mixIn(
      (request, b) => isAnonymous(b, request),
      (issues) => issues.filter(({ state }) => state === 'open').slice(-2),
    ),
  },
  'private-among-public-for-outsiders': {
    description: 'A token without membership lists recently changed issues of all repositories first.',
    breaks: ['list.private.outsider'],
    change: mixIn(
      (request, b) => isOutsider(b, request),
      (issues) => issues.slice(-1),
    ),
  },
  'private-closed-among-public': {
    description: 'Closed private issues stay in a public repository into which they were moved by mistake.',
    breaks: STRANGERS,
    change: mixIn(isStranger, (issues) => issues.filter(({ state }) => state === 'closed')),
  },
});
