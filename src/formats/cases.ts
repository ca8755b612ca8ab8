import { exitStatusOf } from '../host/outcome.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { shown } from '../report/text.ts';
import { cardText } from '../results/card.ts';
import { listedWords, pinReason } from '../results/lists.ts';
import { headlineOf, sentenceOf } from '../results/outcome.ts';
import { isAnyDecided, listedRules } from '../results/standing.ts';

/** A test case. Each rule has one; stale and expired entries, pins and failed runs have their own. */
export interface Case {
  /** The parameter or resource under test: `list.per-page` for `list.per-page.zero`. */
  readonly topic: string;
  readonly name: string;
  readonly is: 'passed' | 'failure' | 'error' | 'skipped';
  /** The kind of a failure or an error. */
  readonly type: string;
  /** Empty if there is nothing to say. */
  readonly message: string;
  /** Lines that explain the result; empty if the message says everything. */
  readonly details: string;
  readonly ms?: number | undefined;
}

const MESSAGE = 1000;

/** Makes a text of a report safe for machine formats. */
export const message = (text: string): string => shown(text, MESSAGE);

type Result = Pick<Case, 'is' | 'message'> & Partial<Pick<Case, 'type' | 'details'>>;

const passed = (details: string): Result => ({ is: 'passed', message: '', details });

/** Returns the reason in the baseline before the others, if the baseline lists a result. */
const inBaseline = (rule: RuleReport, other: string[]): string =>
  rule.known === true
    ? message([`${listedWords(rule) ?? 'known failure'} (baseline)`, ...other].join('; '))
    : message(other.join('; '));

function resultOf(rule: RuleReport): Result {
  const { verdict, failure, statement, observation, reason, level } = rule;
  if (verdict === 'pass') return passed('');
  if (verdict === 'observed') {
    const { value = '', note = '' } = observation ?? {};
    return passed([value, note].filter(Boolean).map(message).join('\n'));
  }
  if (verdict !== 'fail') return { is: 'skipped', message: inBaseline(rule, [reason ?? verdict]) };
  const details = cardText(rule);
  if (rule.known === true) return { is: 'skipped', message: inBaseline(rule, []), details };
  const { actual, expected } = failure ?? { actual: 'it does not hold', expected: statement };
  return { is: 'failure', type: level, message: message(`expected ${expected}; actual ${actual}`), details };
}

function caseOf(topic: string, name: string, { type = '', details = '', ...result }: Result): Case {
  return { topic: message(topic), name: message(name), type, details, ...result };
}

/** Returns the case of a pinned observation: failed if the value changed, skipped if it was not observed. */
function pinCase({ id, pin, observation, reason = 'no reason given' }: RuleReport): Case[] {
  if (pin === undefined) return [];
  const details = `pinned: ${message(pin.value)}\nbecause: ${pinReason(pin)}`;
  const results: Readonly<Record<typeof pin.state, Result>> = {
    held: passed(details),
    changed: {
      is: 'failure',
      type: 'pin',
      message: `the team's own expectation and not the specification's: pinned ${message(pin.value)}; observed ${message(observation?.value ?? '')}`,
      details,
    },
    unobserved: {
      is: 'skipped',
      message: `pinned, and not observed in this run: ${message(reason)}`,
      details,
    },
  };
  return [caseOf('pins', id, results[pin.state])];
}

const outdated = (type: 'stale' | 'expired', id: string, text: string): Case =>
  caseOf('baseline', id, { is: 'failure', type, message: message(text) });

/** Returns the cases of a run in the order of the report. If the run is red, at least one case is. */
export function casesOf(report: Report): readonly Case[] {
  const { outcome, problem, rules, staleBaseline = [] } = report;
  const cases = [
    ...rules.map((rule) => ({
      ...caseOf(rule.id.replace(/\.[^.]*$/, ''), rule.id, resultOf(rule)),
      ms: rule.ms,
    })),
    ...staleBaseline.map((id) =>
      outdated('stale', id, 'The baseline lists this rule as failing, but it passes: remove the entry.'),
    ),
    ...listedRules(rules, 'expired').map((rule) =>
      outdated('expired', rule.id, `The entry of the baseline is ${listedWords(rule) ?? 'past its date'}.`),
    ),
    ...rules.flatMap(pinCase),
  ];
  const status = exitStatusOf(report, false);
  const isRed = status === 2 || status === 4 || (status === 3 && !isAnyDecided(report));
  const isSaid = status !== 1 || cases.some(({ is }) => is === 'failure');
  if (!isRed && isSaid) return cases;
  const said = message(problem ?? `${headlineOf(report)}: ${sentenceOf(report)}.`);
  return [caseOf('run', outcome, { is: 'error', type: outcome, message: said }), ...cases];
}
