import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { noteCreated } from '../changes/creations.ts';
import { together } from '../changes/decisions.ts';
import { anotherPlan, hasInvalidSort, listRows } from '../changes/lists.ts';
import { answerInstead, atOneOf, onlyWhere } from '../changes/moments.ts';
import { LATER_PAGES, STRANGERS } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

/** True for the third of three machines, which take requests in turn. */
const isThird = ({ ordinal }: ServiceRequest): boolean => ordinal % 3 === 0;
const listsAtThird = (request: ServiceRequest): boolean => isThird(request) && isList(request);

/** Faults of one machine of several. */
export const replicaFaults = faultsOf({
  'replica-other-ties': breaks(...LATER_PAGES)(
    'One of three machines lacks an index and orders issues of the same second differently.',
    onlyWhere(isThird)(listRows(anotherPlan)),
  ),
  'replica-unaware': breaks('list.ok', 'list.token')(
    'One of three machines knows no repository.',
    onlyWhere(listsAtThird)(() => ({ findRepository: () => undefined })),
  ),
  'replica-behind': breaks(
    'list.per-page.zero',
    'list.per-page.default',
    'list.page.effective-size',
    ...LATER_PAGES,
    'create.listed',
  )('One of three machines receives no writes and lists outdated issues.', (b) => {
    const unseen = new WeakSet<Issue>();
    const listSeen = listRows((arranged) => arranged.filter((issue) => !unseen.has(issue)));
    return together(
      onlyWhere(isThird)(listSeen),
      noteCreated((issue) => unseen.add(issue)),
    )(b);
  }),
  'replica-private-open': breaks(...STRANGERS)(
    'One of three machines has a copy from before the repository was made private.',
    onlyWhere(listsAtThird)(() => ({ mayUse: () => true })),
  ),
});

const isAtFaulty = atOneOf(3);

/** Answers some requests with 500 if they reach the faulty one of three machines. */
const erringAtOne = (meets: (request: ServiceRequest) => boolean): Change =>
  answerInstead((request) => (meets(request) && isAtFaulty(request) ? failure(500) : undefined));

/** Faults of one machine of three that the load balancer does not notice. */
export const erringFaults = faultsOf({
  'invalid-sort-500-at-one-of-three': breaks('list.sort.invalid-ok', 'list.sort.invalid-ignores-direction')(
    'One machine of three runs an old release that does not ignore an unknown sort.',
    erringAtOne((request) => isList(request) && hasInvalidSort(request)),
  ),
  'per-page-zero-500-at-one-of-three': breaks('list.per-page.zero')(
    'One machine of three divides by the requested page size.',
    erringAtOne((request) => isList(request) && request.query('per_page') === '0'),
  ),
  'missing-title-500-at-one-of-three': breaks('create.missing-title')(
    'One machine of three reads the title without checking that there is one.',
    erringAtOne(
      (request) => isCreate(request) && !request.body.includes('"title"') && request.body.startsWith('{'),
    ),
  ),
});
