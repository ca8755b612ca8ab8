import { XMLBuilder } from 'fast-xml-parser';
import { sanitise } from '../model/text.ts';
import { exitStatusOf, isAnyDecided, isResult } from '../report/exit-status.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { headlineOf, sentenceOf } from '../report/outcome.ts';
import { baselineLists, listedWords } from './baseline-lists.ts';
import { cardText } from './card.ts';
import { plain } from './document.ts';
import { breakInMarkup } from './runner-commands.ts';

const MESSAGE = 1000;

const message = (text: string): string => sanitise(text, MESSAGE);
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** The result of a case: it passes, or has one of these elements. */
type Result = Readonly<Partial<Record<'failure' | 'error' | 'skipped' | 'system-out', object | string>>>;

/** @param ms of all cases of a rule; they run at the same time, so the sum may exceed the time of the suite */
function caseOf([topic, name, ms = 0]: readonly [string, string, ms?: number | undefined], result: Result) {
  const named = { '@_classname': `issue-conformance.${topic}`, '@_name': name, '@_time': seconds(ms) };
  return { ...named, ...result };
}

const red = (type: string, said: string, details = message(said)) => ({
  '@_message': said,
  '@_type': type,
  '#text': details,
});

const skipped = (said: string, details?: string): Result => ({
  skipped: { '@_message': said },
  ...(details === undefined ? {} : { 'system-out': details }),
});

function resultOf(rule: RuleReport, report: Report): Result {
  const { verdict, failure, statement, observation, reason, level } = rule;
  if (verdict === 'pass') return {};
  if (verdict === 'observed') {
    const { value = '', note = '' } = observation ?? {};
    return { 'system-out': [value, note].filter(Boolean).map(message).join('\n') };
  }
  const listed = rule.known === true ? [`${listedWords(rule) ?? 'known failure'} (baseline)`] : [];
  if (verdict !== 'fail') return skipped([...listed, reason ?? verdict].join('; '));
  const details = cardText(rule, report);
  if (listed.length > 0) return skipped(listed.join(''), details);
  const { actual, expected } = failure ?? { actual: 'it does not hold', expected: statement };
  return { failure: red(level, `expected ${expected}; actual ${actual}`, details) };
}

/** Returns the cases of a run: of rules, then of entries and pins to be changed. If the run is red, at least one case is. */
function casesOf(report: Report): readonly ReturnType<typeof caseOf>[] {
  const rules = report.rules.map((rule) =>
    // The parameter or resource under test: `list.per-page` for `list.per-page.zero`.
    caseOf([rule.id.replace(/\.[^.]*$/, ''), rule.id, rule.ms], resultOf(rule, report)),
  );
  const entries = baselineLists(report, true).flatMap(({ id: kind, mark, title, note, items }) =>
    items.map(({ id, words }) => {
      const said = `${title}: ${plain(words)}`;
      const details = `${message(said)}\n${note}`;
      const isRed = mark === 'fail';
      return caseOf(['baseline', id], isRed ? { failure: red(kind, said, details) } : skipped(said, details));
    }),
  );
  const cases = [...rules, ...entries];
  const status = exitStatusOf(report);
  const isRed = !isResult(report) || (status === 3 && !isAnyDecided(report));
  if (!isRed && (status !== 1 || cases.some(({ failure }) => failure !== undefined))) return cases;
  const said = report.problem ?? `${headlineOf(report)}: ${sentenceOf(report)}.`;
  return [caseOf(['run', report.outcome], { error: red(report.outcome, said) }), ...cases];
}

// Without `suppressBooleanAttributes: false`, an attribute would lose the value "true".
const builder = new XMLBuilder({
  format: true,
  ignoreAttributes: false,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  attributeValueProcessor: (_, text) => message(String(text)),
});

/** Renders JUnit XML. Known failures are skipped, because only `skipped` is shown without turning a build red. */
export function junit(report: Report): string {
  const { run, target } = report;
  const cases = casesOf(report);
  const having = (what: keyof Result): string =>
    String(cases.filter((each) => each[what] !== undefined).length);
  const numbers = {
    // One job may check several targets.
    '@_name': target.label === undefined ? 'issue-conformance' : `issue-conformance: ${target.label}`,
    '@_tests': String(cases.length),
    '@_failures': having('failure'),
    '@_errors': having('error'),
    '@_skipped': having('skipped'),
    '@_time': seconds(run.durationMs),
  };
  const xml = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      ...numbers,
      testsuite: { ...numbers, '@_id': run.id, '@_timestamp': run.startedAt, testcase: cases },
    },
  });
  return breakInMarkup(xml);
}
