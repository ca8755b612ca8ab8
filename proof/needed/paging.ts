import { type Guard, guardsOf } from './guard.ts';

/** Guards of the checks that compare pages. */
export const pagingGuards: readonly Guard[] = [
  ...guardsOf('src/checks/pages.ts', [
    {
      id: 'pages.behind-end',
      at: 'if (expected.length === 0)',
      code: 'expected.length === 0',
      without: 'false',
      says: 'The specification says nothing of a page behind the end.',
    },
    {
      id: 'pages.too-large',
      at: "if (keys.length > size) return 'too large'",
      code: 'keys.length > size',
      without: 'false',
      says: 'The place of a page that is too large is unknown.',
    },
    {
      id: 'pages.too-small',
      code: 'keys.length < RESULTS_OF_ONE_CHANGE',
      without: 'false',
      says: 'A page of one or two results is not told from a record out of place.',
    },
    {
      id: 'pages.shift',
      code: 'times >= PAGE_SHARE_DISPLACED * keys.length ? shift : 0',
      without: 'shift',
      says: 'Single records out of place displace no page.',
    },
    {
      id: 'pages.far',
      code: 'far.length > keys.length / 2',
      without: 'far.length > 0',
      says: 'A few results far from their places are no other order.',
    },
    {
      id: 'pages.grown',
      at: 'return isOther ?',
      code: 'isOther',
      without: 'true',
      says: 'A longer page is not wrong if the list grew.',
    },
  ]),
  ...guardsOf('src/checks/held-by.ts', [
    {
      id: 'pages.honoured',
      code: 'firsts === undefined || firsts.every((first) => resultsIn(first) === wanted)',
      without: 'true',
      says: 'Nothing follows from a later page of a size that its first page does not honour.',
    },
    {
      id: 'pages.holder-size',
      code: 'keys.length <= most',
      without: 'true',
      says: 'A larger page with too many results holds nothing for sure.',
    },
    {
      id: 'pages.twice',
      code: 'new Set(keys).size < keys.length',
      without: 'false',
      says: 'The places of issues that are alike tell nothing.',
    },
    {
      id: 'pages.short',
      code: 'isShort && held.isFull',
      without: 'false',
      says: 'Nothing follows from short pages if more issues exist.',
    },
    {
      id: 'pages.end-outrun',
      code: "suspected === 'too-few' && past.some(endsHere) && !holders.some(({ keys }) => endsHere(keys))",
      without: 'false',
      says: 'A page that was cut at the end holds only while the list ends there.',
    },
    {
      id: 'pages.unsure',
      code: 'own.some(isRight) ? null : MOVED',
      without: 'null',
      says: 'A displaced page holds only beside a larger page that did not change around it.',
    },
    {
      id: 'pages.steady',
      code: 'aged && new Set(outside.map((each) => each.last.by)).size === 1 && last.by !== null',
      without: 'false',
      says: 'Age does not explain a page that is displaced by as much each time.',
    },
    {
      id: 'pages.fits',
      at: "=> places.includes('fits'))",
      code: "places.includes('fits')",
      without: 'true',
      says: 'Only a page that fits shows that the rule holds.',
    },
    {
      id: 'pages.beyond',
      code: '!holders.some(({ keys }) => keys.length > from)',
      without: 'false',
      says: 'A page shows nothing if the larger page ends before it.',
    },
  ]),
  ...guardsOf('src/checks/walks.ts', [
    {
      id: 'walks.records',
      code: '![...look.answers, ...asked(look.twins)].every(known.holdsIssues)',
      without: 'false',
      says: 'Walks over anything but issue records show nothing.',
    },
    {
      id: 'walks.full',
      code: '!areFull(look.answers, size)',
      without: 'false',
      says: 'Walks over pages of the wrong size show nothing.',
    },
    {
      id: 'walks.end',
      at: ': keys.length - RESULTS_BETWEEN_REQUESTS',
      code: 'keys.length - RESULTS_BETWEEN_REQUESTS',
      without: 'keys.length',
      says: 'Results at the end of a walk may stand on either side of it.',
    },
    {
      id: 'walks.reordered',
      at: 'return isReordered ?',
      code: 'isReordered',
      without: 'false',
      says: 'The end of a walk in another order is unknown.',
    },
    {
      id: 'walks.named',
      code: 'known.isNamed || !others.has(key)',
      without: 'true',
      says: 'Issues that are alike are not one issue twice.',
    },
    {
      id: 'walks.aged',
      at: 'if (!aged) return []',
      code: '!aged',
      without: '!aged && wrong.length === 0',
      says: 'A walk accuses only once the list had its time.',
    },
    {
      id: 'walks.moved',
      at: 'if (moved === 0',
      code: 'moved === 0',
      without: 'true',
      says: 'Walks on a changing list accuse of far more than changed only.',
    },
    {
      id: 'walks.too-large',
      code: 'walks.length === 0 && looks.looks.every(isTooLarge)',
      without: 'false',
      says: 'Walks over pages that are too large name the rule that judges them.',
    },
  ]),
];
