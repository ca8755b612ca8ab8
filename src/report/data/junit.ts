import { XMLBuilder } from 'fast-xml-parser';
import { cardLines } from '../card.ts';
import { inert } from '../inert.ts';
import type { Report, RuleReport } from '../model.ts';
import { outcomeWords } from '../outcome.ts';
import { shorten } from '../shorten.ts';

interface Told {
  readonly '@_message': string;
  readonly '@_type'?: string;
  readonly '#text'?: string;
}

interface Case {
  readonly '@_classname': string;
  readonly '@_name': string;
  readonly '@_time': string;
  readonly failure?: Told;
  readonly error?: Told;
  readonly skipped?: Told;
  readonly 'system-out'?: string;
}

const MESSAGE = 1000;

const message = (text: string): string => inert(shorten(text, MESSAGE));

const testcase = (topic: string, name: string, rest: Partial<Case> = {}): Case => ({
  '@_classname': `issue-conformance.${message(topic)}`,
  '@_name': message(name),
  '@_time': '0',
  ...rest,
});

/** `list.per-page` of `list.per-page.zero`. */
function topicOf(id: string): string {
  const last = id.lastIndexOf('.');
  return last > 0 ? id.slice(0, last) : id;
}

function card(rule: RuleReport): string {
  return cardLines(rule)
    .map(({ label, text }) => (label === '' ? text : `${label}: ${text}`))
    .join('\n');
}

const undecided = ({ reason, verdict }: RuleReport): Partial<Case> => ({
  skipped: { '@_message': message(reason ?? verdict) },
});

function failed(rule: RuleReport): Partial<Case> {
  if (rule.known === true)
    return { skipped: { '@_message': 'known failure (baseline)' }, 'system-out': card(rule) };
  const { actual, expected } = rule.failure ?? { actual: 'it does not hold', expected: rule.statement };
  const text = message(`expected ${expected}; actual ${actual}`);
  return { failure: { '@_message': text, '@_type': rule.level, '#text': card(rule) } };
}

/** What a case holds, by the rule's verdict. */
const contents: Readonly<Record<RuleReport['verdict'], (rule: RuleReport) => Partial<Case>>> = {
  pass: () => ({}),
  fail: failed,
  inconclusive: undecided,
  skip: undecided,
  observed: ({ observation }) => ({
    'system-out': `${message(observation?.note ?? '')}\nvalue: ${message(observation?.value ?? '')}`,
  }),
};

const caseOf = (rule: RuleReport): Case => testcase(topicOf(rule.id), rule.id, contents[rule.verdict](rule));

/** A run that came to nothing has a case of its own, since a suite without failures would look well. */
function runCases(report: Report): Case[] {
  const { outcome, problem } = report;
  if (outcome !== 'unusable' && outcome !== 'broken') return [];
  const { title, sentence } = outcomeWords[outcome];
  const text = message(problem ?? `${title}: ${sentence(report)}.`);
  return [testcase('run', outcome, { error: { '@_message': text, '@_type': outcome, '#text': text } })];
}

/** A stale entry fails the run, and so it has a case that fails. */
function baselineCases({ staleBaseline = [] }: Report): Case[] {
  return staleBaseline.map((entry) => {
    const text =
      'The baseline lists this rule as failing, and it does not fail any more: take it out of the baseline.';
    return testcase('baseline', entry, {
      failure: { '@_message': text, '@_type': 'stale', '#text': text },
    });
  });
}

function properties({ outcome, problem, run, target, tool }: Report) {
  const named: Readonly<Record<string, string>> = {
    target: target.baseUrl,
    repository: `${target.owner}/${target.repo}`,
    outcome,
    ...(problem === undefined ? {} : { problem }),
    profile: run.profile,
    writes: run.writes,
    seed: String(run.seed),
    requests: String(run.requests),
    run: run.id,
    version: tool.version,
    ...(run.selection === null
      ? {}
      : { only: run.selection.only.join(' '), skip: run.selection.skip.join(' ') }),
  };
  return Object.entries(named).map(([name, value]) => ({ '@_name': name, '@_value': message(value) }));
}

// Without the last one, an attribute whose value is "true" would lose it.
const builder = new XMLBuilder({
  format: true,
  ignoreAttributes: false,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** The run as JUnit XML: one suite, one case a rule, its topic as the class. What is undecided is skipped with its reason. */
export function junit(report: Report): string {
  const cases = [...runCases(report), ...report.rules.map(caseOf), ...baselineCases(report)];
  const seconds = (report.run.durationMs / 1000).toFixed(3);
  const numbers = {
    '@_name': 'issue-conformance',
    '@_tests': String(cases.length),
    '@_failures': String(cases.filter(({ failure }) => failure !== undefined).length),
    '@_errors': String(cases.filter(({ error }) => error !== undefined).length),
    '@_skipped': String(cases.filter(({ skipped }) => skipped !== undefined).length),
    '@_time': seconds,
  };
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      ...numbers,
      testsuite: {
        ...numbers,
        '@_timestamp': report.run.startedAt,
        properties: { property: properties(report) },
        testcase: cases,
      },
    },
  });
}
