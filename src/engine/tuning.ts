/** Numbers that tune how rules are judged, each with its unit and its reason. No rule can lower one of them. */

// Confirming.

/** Attempts that must show a violation: two may be chance, or one bad moment of two machines. */
export const SIGHTINGS_TO_ACCUSE = 3;
/** Attempts that rule out chance: of two replicas that answer at random, fewer may all meet the same one. */
export const ATTEMPTS_TO_RULE_OUT_CHANCE = 10;
/** Attempts that rule out chance if all agree, no listing changes, and requests without a credential are rationed. */
export const ATTEMPTS_IF_RATIONED = 6;
/** Attempts after which a violation is given up that never came again. */
export const ATTEMPTS_WITHOUT_SIGHTING = 3 * SIGHTINGS_TO_ACCUSE;
/** Attempts after which a violation is given up that comes seldom. */
export const ATTEMPTS_AT_MOST = 3 * ATTEMPTS_TO_RULE_OUT_CHANCE;
/** Attempts that tell what was seen often enough from chance, which would deal it to the twins alike: every fifth one is enough. */
export const ATTEMPTS_BESIDE_TWINS = 17 * SIGHTINGS_TO_ACCUSE;
/** Attempts that are added at a time: as few as may decide it. */
export const ATTEMPTS_ADDED = 3;
/** Tries of an observation until the list stays the same meanwhile, or the same is seen twice. */
export const TRIES_TO_OBSERVE = 6;
/** Probability below which chance does not explain that some attempts show a violation, and none of its twins. */
export const CHANCE_TO_ACCUSE = 0.001;
/** Probability below which chance does not explain that a rule's own requests are answered with 5xx more often than others. */
export const CHANCE_OF_ERRORS = 0.0001;
/** Probability below which more of them are asked for, and the rule is left undecided in the end. */
export const CHANCE_TO_DOUBT = 0.1;
/** Attempts to see again what creations showed, after the first: each leaves up to sixteen issues behind. */
export const CREATIONS_AFTER_FIRST = SIGHTINGS_TO_ACCUSE - 1;
/** Creations that are made again at a time: as many as it takes where a service loses one of five. */
export const ISSUES_ADDED = 5;
/** Disagreements of a rule that are confirmed one after the other: more show the same. */
export const DISAGREEMENTS_CONFIRMED = 6;
/** Disagreements that stay undecided until the rule is left undecided: on a changing list each costs a hundred requests. */
export const UNDECIDED_TO_GIVE_UP = 3;
/** Disagreements that are confirmed of those that agreed at the second look: if these hold, the others do. */
export const VANISHED_CONFIRMED = 2;
/** Disagreements of a rule that are confirmed without a second look, which would cost as much. */
export const DISAGREEMENTS_WITHOUT_SECOND_LOOK = 2;
/** Second looks at a list that changes: the fewer cases are left, the less changes during a look. */
export const SECOND_LOOKS_IN_MOTION = 3;
/** Requests to look for the smallest case that breaks a rule, its confirmation apart. */
export const REQUESTS_TO_SHRINK = 12;
/** The longest age of a cache that is waited out, in milliseconds: a run in a pipeline has four minutes. */
export const OLDEST_TO_WAIT_FOR_MS = 60_000;

// Comparing lists.

/** Results that others may add or remove, where a list ends, between a page and its twin. */
export const RESULTS_OF_OTHERS = 3;
/** Part of an order that somebody's edit may change. */
export const ORDER_SHARE_OF_AN_EDIT = 0.2;
/** Results by which two answers differ that are of two lists: more than others write between two requests. */
export const RESULTS_OF_ANOTHER_LIST = 5;
/** Part of a page that must stand elsewhere until the page as a whole is displaced: fewer are single records out of place. */
export const PAGE_SHARE_DISPLACED = 0.8;
/** Results below which one result more or less is the whole page. */
export const PAGE_RESULTS_AT_LEAST = 3;
/** Results of a page by which another order is told from ties that changed places. */
export const RESULTS_TO_TELL_ORDER = 8;
/** Places by which a result must be away from its own, so that it is no tie. */
export const PLACES_OUT_OF_ORDER = 3;
/** Results by which a growing list may shift a page that is turned round. */
export const RESULTS_SHIFTED = 2;
/** Results at the end of a walk that may stand on either side of it. */
export const RESULTS_AT_END_OF_WALK = 5;
/** Issues at a page border that one change of the list explains. */
export const ISSUES_OF_ONE_CHANGE = 3;
/** Walks at rest after which few wrong ones are no motion that was missed. */
export const WALKS_TO_RULE_OUT_MOTION = 2 * ATTEMPTS_TO_RULE_OUT_CHANCE;
/** Times that two listings are asked for by turns, over LISTED_WITHIN_MS, to see if they are copies of two times. */
export const POLLS_FOR_COPIES = 30;
/** Sizes of the listings that are asked for by turns: a cache has each of them for itself. */
export const SIZES_POLLED = 6;
/** Pages of one caller that are read to count issues: without a credential a run may send few requests. */
export const PAGES_TO_COUNT = 5;

// Callers without a credential, who may send few requests.

/** Requests without a credential that are kept for confirming. */
export const ANONYMOUS_REQUESTS_KEPT = 10;
/** Requests without a credential that drawn values leave besides: cases with a name confirm most. */
export const ANONYMOUS_REQUESTS_LEFT_BY_DRAWN = 4;
/** Times that the base caller is asked for a twin in place of a stranger: until equals changed places. */
export const TWINS_BY_BASE = 10;
/** The same on a list that changes. */
export const TWINS_BY_BASE_IN_MOTION = 4;
/** Twins of the base caller in flight. */
export const TWINS_BY_BASE_AT_ONCE = 2;
/** Made-up tokens that must all be refused: one alone may be refused by chance. */
export const MADE_UP_TOKENS = 3;

// Private issues, and callers who were refused.

/** Characters of a secret, or of a text, that nobody shows by chance. */
export const CHARACTERS_UNGUESSABLE = 16;
/** Suspicious listings of a public repository that are looked into: each takes the member several requests. */
export const LISTINGS_LOOKED_INTO = 3;
/** Times that a stranger has to be shown the record again: before the member has asked everywhere, and after. */
export const TIMES_SHOWN_AGAIN = 2;
/** Plain lists that a caller asks for again if a listing was refused without a cause: it may fail intermittently. */
export const PLAIN_LISTS_AGAIN = 6;
