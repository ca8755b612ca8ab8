/** Numbers that tune how rules are judged, each with its unit and its reason. No rule can lower one of them. */

// Confirming.

/** Attempts that must show a violation: two may be chance, or one bad moment of two machines. */
export const SIGHTINGS_TO_ACCUSE = 3;
/** Attempts that rule out chance: two replicas that answer at random may be the same one in fewer attempts. */
export const ATTEMPTS_TO_RULE_OUT_CHANCE = 10;
/** Attempts that rule out chance if all agree, no listing changes, and requests without a credential are rationed. */
export const ATTEMPTS_IF_RATIONED = 2 * SIGHTINGS_TO_ACCUSE;
/** Attempts after which a violation is given up that was not seen again. */
export const ATTEMPTS_WITHOUT_SIGHTING = 3 * SIGHTINGS_TO_ACCUSE;
/** Attempts after which a violation is given up that is seen seldom. */
export const ATTEMPTS_AT_MOST = 3 * ATTEMPTS_TO_RULE_OUT_CHANCE;
/** Attempts that tell a violation in every fifth one from chance, which would show it at the twins too. */
export const ATTEMPTS_BESIDE_TWINS = 17 * SIGHTINGS_TO_ACCUSE;
/** Probability below which chance does not explain that some attempts show a violation, and none of its twins does. */
export const CHANCE_TO_ACCUSE = 0.001;
/** Creations that are made at a time to see a loss again: a service may lose one of five. */
export const ISSUES_ADDED = 5;
/** Disagreements of a rule that are confirmed one after the other: more show the same. */
export const DISAGREEMENTS_CONFIRMED = 6;
/** Disagreements that are confirmed in the place of others that show the same. */
export const DISAGREEMENTS_OF_A_SAMPLE = 2;
/** Second attempts on a changing list, and undecided confirmations of a rule: each costs up to a hundred requests. */
export const TRIES_IN_MOTION = 3;
/** Tries of an observation until the list stays the same meanwhile, or the same is seen twice. */
export const TRIES_TO_OBSERVE = 6;
/** Requests to look for the smallest case that breaks a rule, without its confirmation. */
export const REQUESTS_TO_SHRINK = 12;
/** The longest age of a cache that is waited for, in milliseconds: a run in a pipeline has four minutes. */
export const OLDEST_TO_WAIT_FOR_MS = 60_000;

// Traits of a service.

/** Sightings that make a trait of the service, or a suspicion: one may be a bad moment. */
export const SIGHTINGS_OF_A_TRAIT = 2;
/** Part of the requests of a method that errors by chance must exceed to be a trait of the service. */
export const ERROR_SHARE_OF_A_TRAIT = 0.01;
/** Probability below which chance does not explain that a rule's requests get more 5xx than others. */
export const CHANCE_OF_ERRORS = 0.0001;
/** Probability below which a rule's requests are asked again for 5xx, and the rule is undecided in the end. */
export const CHANCE_TO_DOUBT = 0.1;

// Comparing lists.

/** Results that one change of the list adds, removes or moves; a page of fewer results may change as a whole. */
export const RESULTS_OF_ONE_CHANGE = 3;
/** Results that others may add, remove or move between two requests. */
export const RESULTS_BETWEEN_REQUESTS = 5;
/** Results by which a growing list may shift a page, or that change places when one of them is edited. */
export const RESULTS_SHIFTED = 2;
/** Part of an order that somebody's edit may change. */
export const ORDER_SHARE_OF_AN_EDIT = 0.2;
/** Part of a page that must stand elsewhere if the page is displaced as a whole. */
export const PAGE_SHARE_DISPLACED = 1 - ORDER_SHARE_OF_AN_EDIT;
/** Times that two listings are asked for by turns, over LISTED_WITHIN_MS, to see if they are copies of two times. */
export const POLLS_FOR_COPIES = 30;
/** Sizes of the listings that are asked for by turns: a cache keeps a copy of each. */
export const SIZES_POLLED = 6;
/** Pages of one caller that are read to count issues: a run may send few requests without a credential. */
export const PAGES_TO_COUNT = 5;

// Callers without a credential, who may send few requests.

/** Twins of strangers that the base caller is asked for at a time. */
export const TWINS_BY_BASE_AT_ONCE = 2;
/** The same in all, on a changing list; on another one, as many as rule out chance. */
export const TWINS_BY_BASE_IN_MOTION = 2 * TWINS_BY_BASE_AT_ONCE;

// Creations.

/** Valid creations that a burst sends at most: each leaves an issue behind. */
export const CREATIONS_OF_A_BURST = { quick: 4, standard: 4, thorough: 16 } as const;
/** Readings that show if a new issue stays: of two machines one is met by chance. */
export const READINGS_OF_A_NEW_ISSUE = 3;
/** Readings if one of them has not shown it: enough to see it gone and back three times. */
export const READINGS_OF_A_LOST_ISSUE = 24;
/** Rounds of creations that must each take an issue away: somebody else may delete one at the same moment, not each time. */
export const ROUNDS_OF_LOSSES = { quick: 5, standard: 6, thorough: 8 } as const;
/** Creations of such a round: a service may lose an issue only with every second one, or with two at once. */
export const CREATIONS_OF_A_ROUND = 2;
/** Refused creations that chance adds between rounds, beside as many as a round has, so that nobody keeps step with the rounds. */
export const REFUSALS_BY_CHANCE = 2;
/** Readings after the last round, over LISTED_WITHIN_MS: an issue that a late copy hid comes back. */
export const READINGS_AFTER_ROUNDS = 2;

// Private issues, and callers who were refused.

/** Characters of a secret, or of a text, that nobody shows by chance. */
export const CHARACTERS_UNGUESSABLE = 16;
/** Suspicious listings of a public repository that are looked into: each takes the member several requests. */
export const LISTINGS_LOOKED_INTO = 3;
/** Times that a stranger has to be shown the record again: before the member has asked everywhere, and after. */
export const TIMES_SHOWN_AGAIN = 2;
/** Plain lists that a caller asks for again if a listing was refused without a cause: it may fail intermittently. */
export const PLAIN_LISTS_AGAIN = 6;
