import { cardText } from '../../results/card.ts';
import { listedWords, pinReason } from '../../results/lists.ts';
import { headlineOf, sentenceOf } from '../../results/outcome.ts';
import { listedRules, standingOf } from '../../results/standing.ts';
import type { Report, RuleReport } from '../model.ts';
import { shown } from '../text.ts';

/** A test case of JUnit. Each rule has one; stale entries, pins and failed runs have their own. */
export interface Case {
  /** The parameter or resource under test: `list.per-page` for `list.per-page.zero`. */
  readonly topic: string;
  readonly name: string;
  /**
   * The rule's verdict, or `known` for a failure that the baseline lists. `run`, `stale` and `expired` are
   * cases that fail without a rule. `pin-…` is the extra case of a pinned observation.
   */
  readonly state:
    | RuleReport['verdict']
    | 'known'
    | 'run'
    | 'stale'
    | 'expired'
    | `pin-${NonNullable<RuleReport['pin']>['state']}`;
  /** Empty if there is nothing to say. */
  readonly message: string;
  /** Lines of the failure card or of other details; empty if the message says everything. */
  readonly details: string;
  readonly rule?: RuleReport;
}

const MESSAGE = 1000;

/** Makes a text of a report safe for machine formats. */
export const message = (text: string): string => shown(text, MESSAGE);

const FAILING: ReadonlySet<Case['state']> = new Set(['fail', 'run', 'stale', 'expired', 'pin-changed']);

/** True if a case turns a build red. */
const fails = ({ state }: Case): boolean => FAILING.has(state);

function topicOf(id: string): string {
  const last = id.lastIndexOf('.');
  return last > 0 ? id.slice(0, last) : id;
}

/** Earlier versions of the baseline listed failures without a reason. */
const KNOWN = 'known failure (baseline)';

type Told = Pick<Case, 'state' | 'message' | 'details'>;

function failed(rule: RuleReport): Told {
  const details = cardText(rule);
  if (rule.known === true) {
    const why = listedWords(rule);
    return { state: 'known', message: message(why === null ? KNOWN : `${why} (baseline)`), details };
  }
  const { actual, expected } = rule.failure ?? { actual: 'it does not hold', expected: rule.statement };
  return { state: 'fail', message: message(`expected ${expected}; actual ${actual}`), details };
}

function undecided(rule: RuleReport): Told {
  const { reason, verdict, known } = rule;
  const listed = known === true ? listedWords(rule) : null;
  const why = reason ?? verdict;
  return {
    state: verdict,
    message: message(listed === null ? why : `${listed} (baseline); ${why}`),
    details: '',
  };
}

const told: Readonly<Record<RuleReport['verdict'], (rule: RuleReport) => Told>> = {
  pass: () => ({ state: 'pass', message: '', details: '' }),
  fail: failed,
  inconclusive: undecided,
  skip: undecided,
  observed: ({ observation }) => ({
    state: 'observed',
    message: message(observation?.value ?? ''),
    details: message(observation?.note ?? ''),
  }),
};

const caseOf = (rule: RuleReport): Case => ({
  topic: message(topicOf(rule.id)),
  name: message(rule.id),
  ...told[rule.verdict](rule),
  rule,
});

/** Returns a failing case for a stale baseline entry, because a stale entry fails the run. */
const staleCase = (entry: string): Case => ({
  topic: 'baseline',
  name: message(entry),
  state: 'stale',
  message:
    'The baseline lists this rule as failing, and it does not fail any more: take it out of the baseline.',
  details: '',
});

/** Returns a failing case for an expired baseline entry, because an expired entry fails the run. */
const expiredCase = (rule: RuleReport): Case => ({
  topic: 'baseline',
  name: message(rule.id),
  state: 'expired',
  message: message(`The entry of the baseline is ${listedWords(rule) ?? 'past its date'}; look at it again.`),
  details: '',
});

/**
 * Returns the case of a pinned observation. It fails if the value changed, and is skipped if it was not
 * observed.
 */
function pinCase({ id, pin, observation, reason }: RuleReport): Case[] {
  if (pin === undefined) return [];
  const seen = observation?.value ?? '';
  const messages: Readonly<Record<typeof pin.state, string>> = {
    held: '',
    changed: `the team's own expectation and not the specification's: pinned ${message(pin.value)}; observed ${message(seen)}`,
    unobserved: `pinned, and not observed in this run: ${message(reason ?? 'no reason given')}`,
  };
  return [
    {
      topic: 'pins',
      name: message(id),
      state: `pin-${pin.state}`,
      message: messages[pin.state],
      details: `pinned: ${message(pin.value)}\nbecause: ${pinReason(pin)}`,
    },
  ];
}

/** Returns the case of a run without a result. Without it, the suite would show no failure. */
function runCase(report: Report): Case {
  const { outcome, problem } = report;
  return {
    topic: 'run',
    name: outcome,
    state: 'run',
    message: message(problem ?? `${headlineOf(report)}: ${sentenceOf(report)}.`),
    details: '',
  };
}

/** Returns the cases of a run in the order of the report. If the outcome is bad, at least one case fails. */
export function casesOf(report: Report): readonly Case[] {
  const { outcome, rules, staleBaseline = [] } = report;
  const cases = [
    ...rules.map(caseOf),
    ...staleBaseline.map(staleCase),
    ...listedRules(rules, 'expired').map(expiredCase),
    ...rules.flatMap(pinCase),
  ];
  const isUndecided = !rules.some(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  const failsAlone =
    outcome === 'unusable' ||
    outcome === 'broken' ||
    (standingOf(report) === 1 && !cases.some(fails)) ||
    (outcome === 'incomplete' && isUndecided);
  return failsAlone ? [runCase(report), ...cases] : cases;
}
