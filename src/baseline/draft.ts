import * as z from 'zod';
import { isOfOneRun } from '../client/undecided-reason.ts';
import { isRuleId } from '../model/rule-ids.ts';
import { begunAt, sanitise } from '../model/text.ts';
import { GRAVE } from '../model/violation-kinds.ts';
import { breakInJson } from '../render/runner-commands.ts';
import { rulesByState } from '../report/exit-status.ts';
import type { ListedReport, Report, RuleReport } from '../report/model.ts';

/** Placeholder that a person must replace. A baseline with it is refused. */
const TODO = 'TODO: say why this is accepted, and who follows it up';

const PROSE = 200;

type Review = Partial<Pick<ListedReport, 'reason' | 'issue' | 'expires'>>;

/** Returns the entry of that run's baseline on a rule, if it still applies. */
function reviewOf({ known, listed, pin }: RuleReport): Review {
  const review: Review = (known === true ? listed : pin?.state === 'changed' ? undefined : pin) ?? {};
  return review.reason ? review : {};
}

function entryOf(rule: RuleReport): string[] {
  const { id, statement, verdict, failure, cause, because } = rule;
  const { kind, expected = '', actual = '' } = failure ?? {};
  const unreviewed = verdict === 'fail' || because === undefined ? TODO : `follows from ${because}`;
  const { reason = unreviewed, issue = '', expires = '' } = reviewOf(rule);
  const isPin = id.startsWith('observed.');
  const isGrave = kind !== undefined && GRAVE.has(kind);
  const comments = [
    verdict === 'inconclusive' || verdict === 'skip' ? (rule.reason ?? '') : statement,
    ...(failure === undefined ? [] : [`expected ${expected}`, `actual   ${actual}`]),
    ...(isGrave ? ['This leaks, stores or loses data: think twice before you accept it.'] : []),
  ];
  const values = {
    ...(isPin
      ? { observation: id, value: JSON.stringify(rule.observation?.value ?? rule.pin?.value ?? '') }
      : { rule: id, expect: verdict, ...(verdict === 'fail' ? { kind } : { cause }) }),
    reason: JSON.stringify(reason),
    issue: issue === '' ? undefined : JSON.stringify(issue),
    expires: z.iso.date().safeParse(expires).success ? expires : undefined,
  };
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value], at) => `${at === 0 ? '  - ' : '    '}${key}: ${value}`);
  return ['', ...comments.map((text) => `  # ${sanitise(text, PROSE)}`), ...lines];
}

const headLines = (report: Report): string[] => [
  '# Known failures, for the setting BASELINE (--baseline) of issue-conformance.',
  `# As seen at ${sanitise(report.target.baseUrl)}, ${begunAt(report)}, run ${sanitise(report.run.id)}.`,
  '# A reason that begins with TODO is refused (exit status 2): say of each entry why it is accepted, or remove it.',
  '# Optional: issue (where it is followed up), expires (the last day on which it is accepted, YYYY-MM-DD).',
  '# Without kind, an entry covers every way of failing but leaked, stored and lost. Kind and cause may be lists.',
];

/**
 * Drafts a baseline: each failure with its kind, the rules that failures leave undecided, and the undecided rules and pins of
 * that run's baseline, with its reasons.
 */
export function draftOf(report: Report): string {
  // A report from elsewhere may contain any id.
  const rules = report.rules.filter(({ id }) => isRuleId(id));
  const failing = rules.filter(({ verdict }) => verdict === 'fail');
  const { undecided, knownUndecided } = rulesByState({ rules });
  const following = undecided.filter(({ because }) => failing.some(({ id }) => id === because));
  const known = [...failing, ...knownUndecided, ...following].filter(
    ({ id, cause }) => !id.startsWith('observed.') && (cause === undefined || !isOfOneRun(cause)),
  );
  const pins = rules.filter(({ id, pin }) => id.startsWith('observed.') && pin !== undefined);
  const lines = [
    ...headLines(report),
    'known:',
    ...known.flatMap(entryOf),
    ...(pins.length === 0 ? [] : ['', 'pins:']),
    ...pins.flatMap(entryOf),
  ];
  return breakInJson(`${lines.join('\n')}\n`);
}
