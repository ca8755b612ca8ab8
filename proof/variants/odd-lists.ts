import { isList } from '../../src/service/request.ts';
import { renderAs } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { isGivenAs, refuseLists } from '../changes/refusals.ts';
import { OF_NEW_RECORDS } from './creation.ts';
import type { Deviation } from './variant.ts';

/** Records and refusals of lists that are unusual. */
export const oddListVariants = [
  {
    id: 'record-half-a-character',
    difference: 'Titles end in half a character, and texts are one word of 1,000 letters.',
    cannotShow: ['create.rejected-no-effect'],
    change: () => renderAs((issue) => ({ ...issue, title: `${issue.title} \ud83d`, body: 'x'.repeat(1000) })),
  },
  {
    id: 'record-all-alike',
    difference: 'Records say only that they are issues.',
    cannotShow: [
      'list.per-page.fills',
      'list.state.default-open',
      'list.per-page.default',
      'list.per-page.at-most',
      'list.per-page.maximum',
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.zero',
      'list.per-page.negative',
      'list.page.second',
      'list.page.slices',
      'list.page.partition',
      'list.page.effective-size',
      'list.sort.invalid-default-order',
      'list.sort.invalid-ignores-direction',
      'create.listed',
      ...OF_NEW_RECORDS,
    ],
    change: () => renderAs(() => ({ kind: 'issue' })),
  },
  {
    id: 'state-closed-come-last',
    difference: 'Issues that are not open come after all others, whatever the order.',
    change: (b) => ({
      arrange: (issues, state, order) => {
        const arranged = b.arrange(issues, state, order);
        return [
          ...arranged.filter((issue) => issue.state === 'open'),
          ...arranged.filter((issue) => issue.state !== 'open'),
        ];
      },
    }),
  },
  {
    id: 'state-closed-400-at-first',
    difference: 'A state of `closed` is refused, before the repository is looked up.',
    change: (b) => ({
      ...refuseLists(b, 400, (request) => isGivenAs(request, 'state', /^closed$/)),
      listChecks: ['credential', 'query', 'repository'],
    }),
  },
  {
    id: 'state-all-422-at-first',
    difference: 'A state of `all` is refused, before anything else is looked at.',
    change: (b) => ({
      ...refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^all$/)),
      listChecks: ['query', 'credential', 'repository'],
    }),
  },
  {
    id: 'state-closed-500-at-first',
    difference:
      'A state of `closed` is taken for the name of a status, and fails before anything else is looked at.',
    change: (b) => ({
      ...refuseLists(b, 500, (request) => isGivenAs(request, 'state', /^closed$/)),
      listChecks: ['query', 'credential', 'repository'],
    }),
  },
  {
    id: 'errors-name-a-public-issue',
    difference: 'Refused lists suggest the first issue of the public repository.',
    change: revise('refusalAnswer', (answer, _refusal, _status, request) => {
      if (!isList(request)) return answer;
      const [repository] = request.world.repositories;
      const body = JSON.stringify({ message: 'Refused', suggestion: repository?.issues.at(0)?.title });
      return { ...answer, body };
    }),
  },
] as const satisfies readonly Deviation[];
