import { type Cause, causes, isHarmless, isOfOneRun } from '../../src/client/undecided-reason.ts';
import { type Rule } from '../../src/context/rule.ts';
import { KINDS, violationKinds } from '../../src/model/violation-kinds.ts';
import { isGatingRule } from '../../src/observe/observed-rule.ts';
import { rules } from '../../suites/index.ts';

const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Names of the data in the table. */
const DATA = { open: 'open', closed: 'not open' } as const;

/** Returns the issues that a rule needs. */
const dataOf = ({ data = {} }: Rule): string =>
  (['open', 'closed'] as const)
    .flatMap((kind) => (data[kind] === undefined ? [] : [`${data[kind]} ${DATA[kind]}`]))
    .join(', ');

const WHY: Readonly<Record<Cause, string>> = {
  setting: 'a setting is missing',
  data: 'the target lacks data that could show it',
  access: 'a repository or a token of the settings lacks the required access',
  'other-rule': 'another rule failed, or a request that could show it was refused',
  unanswered: 'the service left requests without an answer',
  unstable: 'equal requests got different answers, or other clients wrote meanwhile',
  limit: 'a limit of requests, time or size was reached',
  interrupted: 'the run was ended from outside',
  unclear: 'none of these',
};

/** Returns a table in Markdown. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns the part of docs/specification.md on gating rules, on violations, and on what leaves a rule undecided. */
export const rulesTables = (): string => `## What each gating rule needs

*Data* is the number of issues without which the rule stays undecided. A rule that judges *contents* is undecided while equal requests are
answered in two ways; one that judges a *status* is not. If a rule in the last column failed, a failure of this one is undecided, unless one
attempt is enough for it.

${table(
  ['rule', 'needs', 'data', 'judges', 'explained by'],
  rules
    .filter(isGatingRule)
    .map((rule) => [
      asCode([rule.id]),
      asCode(rule.needs),
      dataOf(rule),
      rule.judges,
      asCode(rule.blockedBy),
    ]),
)}

## Kinds of violations

If the first attempt shows it, so many more must all show it; where it takes 1, the first is enough.

${table(
  ['kind', 'what is seen', 'attempts'],
  violationKinds.map((kind) => [asCode([kind]), KINDS[kind].seen, `${KINDS[kind].attempts}`]),
)}

## Why a rule is undecided

${table(
  ['cause', 'why', '`ALLOW_INCOMPLETE`', 'an entry of the baseline'],
  causes.map((cause) => [
    asCode([cause]),
    WHY[cause],
    isHarmless(cause) ? 'accepts it' : 'no',
    isOfOneRun(cause) ? 'no' : 'may accept it',
  ]),
)}`;
