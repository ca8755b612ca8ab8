import type { Report, RuleReport } from '../model.ts';
import { shown } from '../text.ts';
import { listedWords, pinReason } from '../view/baseline.ts';
import { cardText } from '../view/card.ts';
import { headlineOf, sentenceOf } from '../view/outcome.ts';
import { listedRules, standingOf } from '../view/standing.ts';

/** What formats of test results hold: one case a rule, and cases of their own for what no rule stands for. */
export interface Case {
  /** What it is about: `list.per-page` for `list.per-page.zero`. */
  readonly topic: string;
  readonly name: string;
  /**
   * The rule's verdict; `known` for a failure that the baseline lists; `run`, `stale` and `expired` for cases that fail without
   * a rule; and what became of a pinned observation, which has a case of its own beside that of the observation.
   */
  readonly state:
    | RuleReport['verdict']
    | 'known'
    | 'run'
    | 'stale'
    | 'expired'
    | `pin-${NonNullable<RuleReport['pin']>['state']}`;
  /** Empty where there is nothing to say. */
  readonly message: string;
  /** The failure card, or what else is known, in lines; empty where the message says it all. */
  readonly details: string;
  readonly rule?: RuleReport;
}

const MESSAGE = 1000;

/** A text of a report as it may stand in a format for machines. */
export const message = (text: string): string => shown(text, MESSAGE);

const FAILING: ReadonlySet<Case['state']> = new Set(['fail', 'run', 'stale', 'expired', 'pin-changed']);

/** Whether a case turns a build red. */
const fails = ({ state }: Case): boolean => FAILING.has(state);

function topicOf(id: string): string {
  const last = id.lastIndexOf('.');
  return last > 0 ? id.slice(0, last) : id;
}

/** Where an earlier version listed it, which took no reasons. */
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

/** A stale entry fails the run, and so it has a case that fails. */
const staleCase = (entry: string): Case => ({
  topic: 'baseline',
  name: message(entry),
  state: 'stale',
  message:
    'The baseline lists this rule as failing, and it does not fail any more: take it out of the baseline.',
  details: '',
});

/** So does an entry that is past its date. */
const expiredCase = (rule: RuleReport): Case => ({
  topic: 'baseline',
  name: message(rule.id),
  state: 'expired',
  message: message(`The entry of the baseline is ${listedWords(rule) ?? 'past its date'}; look at it again.`),
  details: '',
});

/** What a team relies on beside the specification: a case that fails where it changed, and is skipped where it was not observed. */
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

/** A run that came to nothing has a case of its own, since a suite without failures would look well. */
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

/** The cases of a run, in the order of the report. Of a run whose outcome is a bad one, at least one of them fails. */
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
    (standingOf(report) === 'unexpected' && !cases.some(fails)) ||
    (outcome === 'incomplete' && isUndecided);
  return failsAlone ? [runCase(report), ...cases] : cases;
}
