import { isOfOneRun } from '../client/doubt.ts';
import { isRuleId } from '../model/rule-ids.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { breakInJson } from '../report/runner-commands.ts';
import { begunAt, countOf, HARMFUL, shown } from '../report/text.ts';
import { knownUndecided, openRules } from '../results/standing.ts';
import { NAMED_ONLY } from './baseline.ts';
import { isDay } from './mark.ts';
import { LONGEST } from './yaml-reading.ts';

/** Placeholder that a person must replace. A baseline with it is refused. */
const TODO = 'TODO: say why this is accepted, and who follows it up';

const PROSE = 200;
const NAME = 200;
/** UTF-16 units of an escaped value above which a pin is not drafted. */
const WRITTEN = 2500;

/**
 * Returns a text as a double-quoted YAML string that reads back exactly. Characters that affect a terminal
 * are escaped.
 */
function literal(text: string): string {
  return JSON.stringify(text).replace(HARMFUL, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

const comment = (text: string, most = PROSE): string => `  # ${shown(text, most)}`;

interface Expected {
  readonly reason?: string | undefined;
  readonly issue?: string | undefined;
  readonly expires?: string | undefined;
}

/** Returns reason, issue and expiry of an entry, kept from the baseline of that run if it had them. */
function whyLines({ reason = '', issue = '', expires }: Expected): string[] {
  const isUsable = reason !== '' && reason.length <= LONGEST.reason;
  return [
    `    reason: ${literal(isUsable ? reason : TODO)}`,
    ...(isUsable && issue !== '' && issue.length <= LONGEST.issue ? [`    issue: ${literal(issue)}`] : []),
    ...(isUsable && expires !== undefined && isDay(expires) ? [`    expires: ${literal(expires)}`] : []),
  ];
}

const whyOf = ({ known, listed }: RuleReport): Expected => (known === true ? (listed ?? {}) : {});

function failureLines(rule: RuleReport): string[] {
  const { failure } = rule;
  const kind = failure?.kind;
  return [
    '',
    comment(rule.statement),
    ...(failure === undefined
      ? []
      : [comment(`expected ${failure.expected}`), comment(`actual   ${failure.actual}`)]),
    ...(kind !== undefined && NAMED_ONLY.has(kind)
      ? ['  # This leaks, stores or loses data: think twice before you accept it.']
      : []),
    `  - rule: ${rule.id}`,
    '    expect: fail',
    ...(kind === undefined ? [] : [`    kind: ${kind}`]),
    ...whyLines(whyOf(rule)),
  ];
}

function undecidedLines(rule: RuleReport): string[] {
  const { id, verdict, cause } = rule;
  const said = comment(rule.reason ?? 'no reason was given');
  if (cause !== undefined && isOfOneRun(cause))
    return ['', said, `  # No entry accepts ${id} with this cause (${cause}).`];
  return [
    '',
    said,
    `  - rule: ${id}`,
    `    expect: ${verdict}`,
    ...(cause === undefined ? [] : [`    cause: ${cause}`]),
    ...whyLines(whyOf(rule)),
  ];
}

const commentedOut = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' || line.startsWith('  #') ? line : line.replace(/^ {2}/, '  # ')));

function pinLines({ id, statement, observation, pin }: RuleReport): string[] {
  const value = observation?.value ?? '';
  const written = literal(value);
  if (value.length > LONGEST.value || written.length > WRITTEN)
    return ['', comment(`${id} is too long to be pinned: ${value}`)];
  return [
    '',
    comment(statement),
    `  - observation: ${id}`,
    `    value: ${written}`,
    ...whyLines(pin?.state === 'held' ? pin : {}),
  ];
}

function headLines(report: Report): string[] {
  const { target, run, problem } = report;
  return [
    '# Known failures, for the setting BASELINE (--baseline) of issue-conformance.',
    `# As seen at ${shown(target.baseUrl, NAME)}, repository ${shown(`${target.owner}/${target.repo}`, NAME)},`,
    `# ${begunAt(report)}, run ${shown(run.id, NAME)}.`,
    ...(problem === undefined ? [] : [`# That run had a problem: ${shown(problem)}`]),
    '#',
    '# Nothing is accepted yet: a reason that begins with TODO is refused (exit status 2). Say of each entry why it is',
    '# accepted, or remove it. Optional keys of an entry:',
    '#   issue: where it is followed up',
    '#   expires: the last day on which it is accepted, as YYYY-MM-DD',
    '# Without kind, an entry covers every way of failing but leaked, stored and lost; it may also be a list: [status, too-few].',
    '# cause says likewise why a rule is undecided.',
  ];
}

/** A drafted baseline for review, with its counts. */
export interface Draft {
  readonly text: string;
  readonly failures: number;
  /** Number of undecided rules, including those commented out. */
  readonly undecided: number;
  readonly pins: number;
  /** Number of reasons kept from the baseline of that run. */
  readonly kept: number;
}

/** Returns the rules that this version knows, once each: a report from elsewhere may contain any id. */
function trusted({ rules }: Report): { readonly judged: RuleReport[]; readonly observed: RuleReport[] } {
  const once = [...new Map(rules.toReversed().map((rule) => [rule.id, rule])).values()].toReversed();
  const known = once.filter(({ id }) => isRuleId(id));
  const isObservation = ({ id }: RuleReport): boolean => id.startsWith('observed.');
  return { judged: known.filter((rule) => !isObservation(rule)), observed: known.filter(isObservation) };
}

/**
 * Drafts a baseline from a report: each failure with its kind, undecided rules commented out, and
 * observations on request. Reasons of the earlier baseline are kept if its entries still apply; all others
 * must be written. Pure.
 */
export function draftOf(report: Report, { pins: withPins }: { readonly pins: boolean }): Draft {
  const { judged, observed } = trusted(report);
  const failing = judged.filter(({ verdict }) => verdict === 'fail');
  const listed = knownUndecided(judged);
  const open = openRules(judged);
  const pinned = withPins
    ? observed.filter(({ verdict, observation }) => verdict === 'observed' && observation !== undefined)
    : [];
  const lines = [
    ...headLines(report),
    // Nothing follows `known:` on its line, so that commented entries can be enabled.
    'known:',
    ...failing.flatMap(failureLines),
    ...listed.flatMap(undecidedLines),
    ...(open.length === 0
      ? []
      : [
          '',
          `  # ${countOf(open.length, 'rule')} that ${open.length === 1 ? 'was' : 'were'} not decided. Rather than list one, give the run what would decide it.`,
          ...open.flatMap((rule) => commentedOut(undecidedLines(rule))),
        ]),
    ...(pinned.length === 0
      ? []
      : [
          '',
          '# What the specification leaves open, as it was observed. Keep what your clients rely on, and say why; remove the rest.',
          'pins:',
          ...pinned.flatMap(pinLines),
        ]),
  ];
  const reasons = lines.filter((line) => /^ +(?:# +)?reason: /.test(line));
  return {
    kept: reasons.filter((line) => !line.endsWith(literal(TODO))).length,
    text: breakInJson(`${lines.join('\n')}\n`),
    failures: failing.length,
    undecided: listed.length + open.length,
    pins: pinned.length,
  };
}
