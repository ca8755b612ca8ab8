import { XMLBuilder } from 'fast-xml-parser';
import { sanitise } from '../model/text.ts';
import { exitStatusOf, isAnyDecided, isResult } from '../report/exit-status.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { headlineOf, sentenceOf } from '../report/outcome.ts';
import { cardText } from './card.ts';
import { plain } from './document.ts';
import { baselineProblems, listedWords } from './lists.ts';
import { breakInMarkup } from './runner-commands.ts';

interface Case {
  /** The parameter or resource under test: `list.per-page` for `list.per-page.zero`. */
  readonly topic: string;
  readonly name: string;
  readonly is: 'passed' | 'failure' | 'error' | 'skipped';
  readonly type?: string;
  readonly said?: string;
  readonly details?: string;
  readonly ms?: number | undefined;
}

const MESSAGE = 1000;

const message = (text: string): string => sanitise(text, MESSAGE);
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function caseOf(rule: RuleReport, report: Report): Case {
  const { id, ms, verdict, failure, statement, observation, reason, level } = rule;
  const named = { topic: id.replace(/\.[^.]*$/, ''), name: id, ms };
  if (verdict === 'pass') return { ...named, is: 'passed' };
  if (verdict === 'observed') {
    const { value = '', note = '' } = observation ?? {};
    return { ...named, is: 'passed', details: [value, note].filter(Boolean).map(message).join('\n') };
  }
  const listed = rule.known === true ? [`${listedWords(rule) ?? 'known failure'} (baseline)`] : [];
  if (verdict !== 'fail') return { ...named, is: 'skipped', said: [...listed, reason ?? verdict].join('; ') };
  const details = cardText(rule, report);
  if (listed.length > 0) return { ...named, is: 'skipped', said: listed.join(''), details };
  const { actual, expected } = failure ?? { actual: 'it does not hold', expected: statement };
  return { ...named, is: 'failure', type: level, said: `expected ${expected}; actual ${actual}`, details };
}

/** Returns the cases of entries and pins of the baseline that are to be changed. */
const baselineCases = (report: Report): readonly Case[] =>
  baselineProblems(report).flatMap(({ id, mark, title, note, items }) =>
    items.map(({ id: name, words }) => {
      const said = `${title}: ${plain(words) || name}`;
      const is = mark === 'fail' ? 'failure' : 'skipped';
      return { topic: 'baseline', name, is, type: id, said, details: `${message(said)}\n${note}` };
    }),
  );

/** Returns the cases of a run in the order of the report. If the run is red, at least one case is. */
function casesOf(report: Report): readonly Case[] {
  const cases = [...report.rules.map((rule) => caseOf(rule, report)), ...baselineCases(report)];
  const status = exitStatusOf(report);
  const isRed = !isResult(report) || (status === 3 && !isAnyDecided(report));
  const isSaid = status !== 1 || cases.some(({ is }) => is === 'failure');
  if (!isRed && isSaid) return cases;
  const said = report.problem ?? `${headlineOf(report)}: ${sentenceOf(report)}.`;
  return [{ topic: 'run', name: report.outcome, is: 'error', type: report.outcome, said }, ...cases];
}

function testcase({ topic, name, is, type, said = '', details = '', ms }: Case) {
  const text = message(said);
  const isRed = is === 'failure' || is === 'error';
  return {
    '@_classname': `issue-conformance.${message(topic)}`,
    '@_name': message(name),
    // From the start of the rule to its verdict. Rules run at the same time, so the sum exceeds the time of
    // the suite.
    '@_time': ms === undefined ? '0' : seconds(ms),
    ...(isRed ? { [is]: { '@_message': text, '@_type': type, '#text': details || text } } : {}),
    ...(is === 'skipped' ? { skipped: { '@_message': text } } : {}),
    ...(isRed || details === '' ? {} : { 'system-out': details }),
  };
}

function properties({ run, target, tool }: Report) {
  const named = {
    label: target.label,
    target: target.baseUrl,
    repository: `${target.owner}/${target.repo}`,
    targetVersion: run.targetVersion,
    profile: run.profile,
    writes: run.writes,
    seed: String(run.seed),
    run: run.id,
    version: tool.version,
  };
  return Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [{ '@_name': name, '@_value': message(value) }],
  );
}

// Without `suppressBooleanAttributes: false`, an attribute would lose the value "true".
const builder = new XMLBuilder({
  format: true,
  ignoreAttributes: false,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** Renders JUnit XML. Known failures are skipped, because only `skipped` is shown without turning a build red. */
export function junit(report: Report): string {
  const { label } = report.target;
  const cases = casesOf(report);
  const having = (what: Case['is']): string => String(cases.filter(({ is }) => is === what).length);
  const numbers = {
    // One job may check several targets.
    '@_name': label === undefined ? 'issue-conformance' : `issue-conformance: ${message(label)}`,
    '@_tests': String(cases.length),
    '@_failures': having('failure'),
    '@_errors': having('error'),
    '@_skipped': having('skipped'),
    '@_time': seconds(report.run.durationMs),
  };
  const xml = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      ...numbers,
      testsuite: {
        ...numbers,
        '@_timestamp': report.run.startedAt,
        properties: { property: properties(report) },
        testcase: cases.map(testcase),
      },
    },
  });
  return breakInMarkup(xml);
}
