import { cardText } from '../card.ts';
import type { Report, RuleReport } from '../model.ts';
import { headlineOf, outcomeWords } from '../outcome.ts';
import { shown } from '../shown.ts';

/** What formats of test results hold: one case a rule, and cases of their own for what no rule stands for. */
export interface Case {
  /** What it is about: `list.per-page` for `list.per-page.zero`. */
  readonly topic: string;
  readonly name: string;
  /** The rule's verdict; `known` for a failure that the baseline lists; `run` and `stale` for cases that fail without a rule. */
  readonly state: RuleReport['verdict'] | 'known' | 'run' | 'stale';
  /** Empty where there is nothing to say. */
  readonly message: string;
  /** The failure card, or what else is known, in lines; empty where the message says it all. */
  readonly details: string;
  readonly rule?: RuleReport;
}

const MESSAGE = 1000;

/** A text of a report as it may stand in a format for machines. */
export const message = (text: string): string => shown(text, MESSAGE);

const FAILING: ReadonlySet<Case['state']> = new Set(['fail', 'run', 'stale']);

/** Whether a case turns a build red. */
const fails = ({ state }: Case): boolean => FAILING.has(state);

function topicOf(id: string): string {
  const last = id.lastIndexOf('.');
  return last > 0 ? id.slice(0, last) : id;
}

type Told = Pick<Case, 'state' | 'message' | 'details'>;

function failed(rule: RuleReport): Told {
  const details = cardText(rule);
  if (rule.known === true) return { state: 'known', message: 'known failure (baseline)', details };
  const { actual, expected } = rule.failure ?? { actual: 'it does not hold', expected: rule.statement };
  return { state: 'fail', message: message(`expected ${expected}; actual ${actual}`), details };
}

const undecided = ({ reason, verdict }: RuleReport): Told => ({
  state: verdict,
  message: message(reason ?? verdict),
  details: '',
});

const told: Readonly<Record<RuleReport['verdict'], (rule: RuleReport) => Told>> = {
  pass: () => ({ state: 'pass', message: '', details: '' }),
  fail: failed,
  inconclusive: undecided,
  skip: undecided,
  observed: ({ observation }) => ({
    state: 'observed',
    message: message(observation?.note ?? ''),
    details: `value: ${message(observation?.value ?? '')}`,
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

/** A run that came to nothing has a case of its own, since a suite without failures would look well. */
function runCase(report: Report): Case {
  const { outcome, problem } = report;
  const { sentence } = outcomeWords[outcome];
  return {
    topic: 'run',
    name: outcome,
    state: 'run',
    message: message(problem ?? `${headlineOf(report)}: ${sentence(report)}.`),
    details: '',
  };
}

/** The cases of a run, in the order of the report. Of a run whose outcome is a bad one, at least one of them fails. */
export function casesOf(report: Report): readonly Case[] {
  const { outcome, rules, staleBaseline = [] } = report;
  const cases = [...rules.map(caseOf), ...staleBaseline.map(staleCase)];
  const isUndecided = !rules.some(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  const failsAlone =
    outcome === 'unusable' ||
    outcome === 'broken' ||
    (outcome === 'nonconformant' && !cases.some(fails)) ||
    (outcome === 'incomplete' && isUndecided);
  return failsAlone ? [runCase(report), ...cases] : cases;
}
