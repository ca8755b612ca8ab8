import type { Change } from '../../src/service/behaviour.ts';
import { isList, type ServiceRequest } from '../../src/service/request.ts';
import { changeStatus, recordsAs } from '../changes/answers.ts';
import { acceptTokens, hideFromAnonymous, isAnonymous } from '../changes/callers.ts';
import { onlyWhere, revise } from '../changes/decisions.ts';
import { ABOVE, OF_CREATIONS, ON_CONTENT } from '../faults/broken-rules.ts';
import { differs, hides, variantsOf, variationOf } from './variant.ts';

/** Number of the hundredth open issue in the public repository. */
const OF_THE_HUNDREDTH = 108;

const hidesFromAnonymous = (issues: string, hidden: Parameters<typeof hideFromAnonymous>[0]) =>
  differs(`Anonymous callers do not see ${issues}.`, hideFromAnonymous(hidden));

/** Reads another credential out of the Authorization header, if there is one. */
const readsCredential = variationOf(
  (read: (authorization: string) => string | undefined): Change =>
    (b) => ({
      authenticate: (authorization, request) =>
        b.authenticate(authorization === undefined ? undefined : read(authorization), request),
    }),
);

export const callerVariants = variantsOf('silent', {
  'anonymous-without-pull-requests': hidesFromAnonymous(
    'pull requests',
    (issue) => issue.pull_request !== undefined,
  ),
  'anonymous-sees-less': hidesFromAnonymous('every seventh issue', ({ number }) => number % 7 === 0),
  'anonymous-sees-no-oldest': hidesFromAnonymous('the twenty oldest issues', ({ number }) => number <= 20),
  'anonymous-short-records': hides(ON_CONTENT, differs)(
    'Anonymous callers see only the number and the title of an issue.',
    onlyWhere(isAnonymous)(recordsAs(({ number, title }) => ({ number, title }))),
  ),
  'anonymous-sees-a-hundred': hides([...ABOVE, 'list.page.partition'], hidesFromAnonymous)(
    'more than the hundred oldest open issues',
    ({ number }) => number > OF_THE_HUNDREDTH,
  ),
  'anonymous-sees-fifty': hides([...ABOVE, 'list.per-page.maximum', 'list.page.partition'], differs)(
    'Anonymous callers see about fifty issues.',
    hideFromAnonymous(({ number }) => number > 55),
  ),
  'anonymous-sees-twenty': hides(ON_CONTENT, hidesFromAnonymous)(
    'issues after number 22',
    ({ number }) => number > 22,
  ),
  'token-may-not-create': hides(OF_CREATIONS, differs)(
    'Creating needs a permission that neither token has (403).',
    () => ({ refusePayload: () => 'credential-forbidden' }),
  ),
  'scheme-case-sensitive': differs(
    'The scheme `Bearer` is case-sensitive.',
    revise('authenticate', (caller, authorization = '') =>
      /^bearer /i.test(authorization) && !authorization.startsWith('Bearer ') ? { kind: 'unknown' } : caller,
    ),
  ),
  'scheme-token': readsCredential('A known token is accepted under the scheme `token` as well.', (given) =>
    given.replace(/^token /i, 'Bearer '),
  ),
  'token-case-insensitive': differs(
    'Tokens are case-insensitive.',
    acceptTokens((given, known) => given.toLowerCase() === known.toLowerCase()),
  ),
  'names-case-sensitive': differs(
    'Names of owners and repositories are case-sensitive.',
    revise('findRepository', (found, owner, repo) =>
      found?.owner === owner && found.name === repo ? found : undefined,
    ),
  ),
  'scheme-other-ignored': readsCredential(
    'A credential with another scheme than Bearer is ignored.',
    (given) => (/^bearer( |$)/i.test(given) ? given : undefined),
  ),
  'names-other-case-301': differs('Names in another case are redirected to the canonical spelling.', (b) => {
    const named = ({ world, owner, repo }: ServiceRequest) => {
      const found = world.find(owner, repo);
      return found?.isPrivate || (found?.owner === owner && found.name === repo) ? undefined : found;
    };
    return {
      findRepository: (owner, repo, request) =>
        named(request) === undefined ? b.findRepository(owner, repo, request) : undefined,
      refusalAnswer: (refusal, status, request) => {
        const found = refusal === 'repository-unknown' ? named(request) : undefined;
        if (found === undefined) return b.refusalAnswer(refusal, status, request);
        const location = `/repos/${found.owner}/${found.name}/issues${request.url.search}`;
        return { status: 301, headers: { location }, body: '' };
      },
    };
  }),
  'unknown-repository-401-to-anonymous': differs(
    'Without a credential, the list of a repository that does not exist is answered with 401.',
    changeStatus('repository-unknown', 401, (request, b) => isList(request) && isAnonymous(request, b)),
  ),
});
