import type { RuleId } from '../../src/model/rule-ids.ts';
import type { CircumstanceId } from '../circumstances.ts';
import type { FaultId } from '../faults/index.ts';
import { quickPasses } from './quick-passes.ts';

/** Rules that pass although a fault breaks them, by fault. */
export type WrongPasses = Readonly<Partial<Record<FaultId, readonly RuleId[]>>>;

/** A reason for wrong passes. */
interface WrongPassLimit {
  readonly reason: string;
  /** By profile or circumstance. Those of `standard` are accepted everywhere. */
  readonly passes: Readonly<Partial<Record<'standard' | 'quick' | CircumstanceId, WrongPasses>>>;
}

const SOME_REQUESTS =
  'The fault shows at some requests only, and all requests of this rule were answered correctly';

/**
 * Accepted wrong passes. A rule must never pass if a fault shows at every request that the rule describes.
 * These faults show at some of the requests only; the reason says at which.
 */
export const wrongPassLimits: readonly WrongPassLimit[] = [
  {
    reason:
      'The cache key lacks a parameter, so the first response is briefly served to all requests, and this rule sent the first one',
    passes: {
      standard: {
        'cache-knows-two-parameters': ['list.per-page.default'],
      },
      quick: {
        'cache-forgets-the-page': ['list.page.second'],
        'cache-knows-two-parameters': ['list.per-page.negative', 'list.per-page.zero'],
      },
    },
  },
  {
    reason:
      'New issues of the run or of other writers push the affected issues off the pages that this rule requests',
    passes: {
      standard: {
        'per-page-pull-requests-on-top': [
          'list.per-page.default',
          'list.per-page.negative',
          'list.per-page.zero',
        ],
        'per-page-without-pull-requests': [
          'list.per-page.default',
          'list.per-page.negative',
          'list.per-page.zero',
        ],
        'state-default-on-first-page-only': ['list.page.second'],
      },
      'while-others-write-a-lot': {
        'page-of-joined-rows': ['list.per-page.negative', 'list.per-page.zero'],
        'page-last-padded': ['list.page.partition', 'list.page.slices'],
        'page-offset-before-filter': ['list.page.partition'],
        'per-page-filter-after-cut': ['list.per-page.negative', 'list.per-page.zero'],
        'sort-invalid-all-states': ['list.sort.invalid-ignores-direction'],
        'state-default-on-first-page-only': ['list.page.partition', 'list.state.default-open'],
      },
    },
  },
  {
    reason: 'Results behind the 128th are affected, and no page that this rule requests begins there',
    passes: {
      standard: {
        'page-offset-in-a-byte': ['list.page.partition'],
      },
    },
  },
  {
    reason:
      'The fault shows at one request of three, and the few requests of this rule were answered correctly',
    passes: {
      standard: {
        'invalid-sort-500-at-one-of-three': ['list.sort.invalid-ignores-direction'],
        'missing-title-500-at-one-of-three': ['create.missing-title'],
        'per-page-zero-500-at-one-of-three': ['list.per-page.zero'],
      },
      quick: {
        'invalid-sort-500-at-one-of-three': ['list.sort.invalid-ok'],
      },
    },
  },
  {
    reason: 'The fault shows at one page size of a hundred, which this rule does not generate with this seed',
    passes: {
      standard: {
        'per-page-37-one-more': ['list.per-page.at-most'],
        'per-page-64-one-less': ['list.per-page.fills'],
      },
    },
  },
  {
    reason:
      'Only issues of the same second change places, and no page of this rule is displaced as a whole; list.page.partition judges single results',
    passes: {
      standard: {
        'page-unstable-ties': ['list.page.slices'],
      },
    },
  },
  {
    reason:
      '`quick` sends few requests of each kind, and those of this rule do not show the fault; `standard` does not let the rule pass',
    passes: {
      quick: quickPasses,
    },
  },
  {
    reason: SOME_REQUESTS,
    passes: {
      quick: {
        'fourth-creation-doubled': ['create.once'],
        'replica-behind': ['create.listed', 'list.page.partition', 'list.page.slices'],
        'replica-other-ties': ['list.page.partition'],
        'third-anonymous-creation-accepted': ['create.anonymous'],
        'third-bad-payload-accepted': ['create.body-type', 'create.missing-title'],
        'third-list-repeats-a-result': ['list.page.partition'],
      },
      standard: {
        'fifth-creation-lost': ['create.concurrent'],
        'replica-behind': ['list.page.effective-size', 'list.per-page.default', 'list.per-page.zero'],
        'replica-other-ties': ['list.page.slices'],
      },
    },
  },
  {
    reason:
      'The fault shows only after creations or on cached pages; the requests of this rule are sent earlier or meet other pages',
    passes: {
      standard: {
        'after-three-creations-hundred-only': ['create.once', 'list.page.effective-size'],
        'stale-first-page': ['create.listed'],
        'stale-later-pages': ['create.once'],
      },
    },
  },
  {
    reason: 'The fault shows only after a certain request, which this rule does not send first',
    passes: {
      standard: {
        'problem-carried-over': ['create.body-optional'],
        'unknown-name-made-by-refusal': ['create.unknown-owner', 'create.unknown-repo'],
      },
    },
  },
  {
    reason: 'New issues of other writers fill more than half of the last page, and then it is not lost',
    passes: {
      'while-others-write': {
        'page-count-rounded': ['list.page.slices'],
      },
    },
  },
  {
    reason: 'Only one caller is refused later pages, which list.page.second finds; other callers get them',
    passes: {
      'anonymous-only': {
        'page-second-422': ['list.page.slices'],
      },
      'token-only': {
        'page-second-422': ['list.page.slices'],
      },
    },
  },
  {
    reason: 'A run sends 60 requests without a credential, and those of this rule do not show the fault',
    passes: {
      'anonymous-only': {
        'page-after-the-second': ['list.page.partition', 'list.page.slices'],
        'page-block-border-lost': ['list.page.partition'],
        'page-count-rounded': ['list.page.slices'],
        'page-first-hundred-only': ['list.page.slices'],
        'page-gap': ['list.page.partition'],
        'page-last-padded': ['list.page.slices'],
        'page-later-twice-as-long': ['list.page.partition'],
        'page-offset-in-a-byte': ['list.page.partition'],
        'page-three-is-two': ['list.page.partition'],
        'page-unstable-ties': ['list.page.partition'],
        'pages-of-ten': ['list.page.slices', 'list.per-page.fills'],
        'per-page-16-bits': ['list.per-page.above-maximum'],
        'per-page-37-one-more': ['list.per-page.at-most'],
        'per-page-above-default': ['list.per-page.huge'],
        'per-page-beside-direction-negative-500': [
          'list.per-page.negative',
          'list.sort.invalid-ignores-direction',
        ],
        'per-page-beside-direction-zero-everything': [
          'list.per-page.zero',
          'list.sort.invalid-ignores-direction',
        ],
        'per-page-beside-page-huge-500': ['list.per-page.huge'],
        'per-page-beside-sort-above-default': [
          'list.per-page.above-maximum',
          'list.per-page.huge',
          'list.sort.invalid-default-order',
          'list.sort.invalid-ignores-direction',
        ],
        'per-page-beside-sort-huge-400': ['list.per-page.huge', 'list.sort.invalid-ok'],
        'per-page-beside-sort-zero-one': [
          'list.per-page.zero',
          'list.sort.invalid-default-order',
          'list.sort.invalid-ignores-direction',
        ],
        'per-page-beside-state-negative-closed': ['list.per-page.negative'],
        'per-page-beside-state-uncapped': ['list.per-page.above-maximum'],
        'per-page-huge-default': ['list.per-page.above-maximum'],
        'per-page-ignored': ['list.page.slices'],
        'per-page-ten-at-least': ['list.page.slices'],
        'per-page-two-digits': ['list.per-page.huge'],
        'per-page-without-pull-requests': ['list.page.slices'],
        'sort-by-first-letter': ['list.sort.invalid-ignores-direction'],
        'sort-inherited-order': ['list.sort.invalid-ignores-direction'],
        'sort-invalid-beside-state-and-direction-422': ['list.sort.invalid-ignores-direction'],
        'sort-invalid-beside-state-direction-obeyed': ['list.sort.invalid-ignores-direction'],
        'sort-invalid-default-size-only': ['list.sort.invalid-ignores-direction'],
        'sort-invalid-first-page-only': ['list.sort.invalid-ignores-direction'],
        'sort-invalid-later-pages-by-update': ['list.sort.invalid-ignores-direction'],
        'state-default-on-first-page-only': ['list.state.default-open'],
      },
      standard: {
        'anonymous-pages-of-ten': ['list.page.slices', 'list.per-page.fills'],
        'anonymous-sort-inherited-by-update': ['list.sort.invalid-ignores-direction'],
        'anonymous-third-page-is-first': ['list.page.partition'],
      },
    },
  },
  {
    reason: 'This rule counts results of first pages, which are full; list.page.slices compares later ones',
    passes: {
      standard: {
        'pages-of-ten-from-the-second': ['list.per-page.fills'],
      },
    },
  },
  {
    reason: 'The fault shows at some values only, which this rule does not generate with this seed',
    passes: {
      standard: {
        'anonymous-pages-of-forty-at-most': ['list.page.slices'],
      },
    },
  },
  {
    reason: 'Pages of more than forty results are affected, and this rule requests none with this profile',
    passes: {
      quick: {
        'pages-of-forty-at-larger-offsets': ['list.page.slices'],
      },
    },
  },
  {
    reason: 'Few requests are sent with OUTSIDER_TOKEN, and those of this rule do not show the fault',
    passes: {
      standard: {
        'outsider-pages-of-ten': [
          'list.page.second',
          'list.page.slices',
          'list.per-page.fills',
          'list.per-page.negative',
          'list.per-page.zero',
        ],
      },
    },
  },
  {
    reason:
      'The overwritten issues had been listed before; create.once and create.concurrent detect the loss',
    passes: {
      standard: {
        'create-number-from-count': ['create.listed'],
      },
    },
  },
];

const INTERMITTENT: ReadonlySet<string> = new Set<CircumstanceId>(['one-in-three', 'one-of-two-replicas']);

/** Returns accepted passes as `FAULT: RULE`. */
export const namedPasses = (passes: WrongPasses = {}): readonly string[] =>
  Object.entries(passes).flatMap(([fault, rules]) => rules.map((rule) => `${fault}: ${rule}`));

/**
 * Returns the reason that a rule may pass although the fault breaks it, or `null` if it must not.
 * @param pass `FAULT: RULE`
 * @param where the profile or the circumstance
 */
export function whyPassed(pass: string, where: string): string | null {
  if (INTERMITTENT.has(where)) return SOME_REQUESTS;
  const found = wrongPassLimits.find(({ passes }) =>
    Object.entries(passes).some(
      ([one, accepted]) => (one === where || one === 'standard') && namedPasses(accepted).includes(pass),
    ),
  );
  return found?.reason ?? null;
}
