import { countOf } from '../count-of.ts';
import { knownFailures, knownUndecided, listedRules, pinnedRules } from '../failures.ts';
import { listedWords, pinReason } from '../listed.ts';
import type { Report, RuleReport } from '../model.ts';
import { shown } from '../shown.ts';
import type { Style } from './style.ts';

const SENTENCE = 1000;
const NAME = 200;

const nameOf = ({ id }: RuleReport): string => `  ${shown(id, NAME)}  `;

/** A line a rule, beneath a title; none where there is no rule. */
function listing(
  title: string,
  rules: readonly RuleReport[],
  textOf: (rule: RuleReport) => string,
  style: Style,
): string[] {
  if (rules.length === 0) return [];
  const { dim } = style.colors;
  return [title, ...rules.flatMap((rule) => style.hang(nameOf(rule), textOf(rule), { paint: dim }))];
}

/** Pinned observations that changed, or that this run did not make: expectations of the team, and none of the specification. */
export function unmetPins({ rules }: Report, style: Style): string[] {
  const { bold, dim, green, red, yellow } = style.colors;
  const changed = pinnedRules(rules, 'changed');
  const missed = pinnedRules(rules, 'unobserved');
  const lines: string[] = [];
  if (changed.length > 0)
    lines.push(
      bold(red(`Pinned observations that changed: ${changed.length.toLocaleString('en')}`)),
      ...style.hang(
        '  ',
        "The team's own expectations, pinned in the baseline; the specification leaves these open.",
      ),
    );
  for (const { id, pin, observation } of changed) {
    if (pin === undefined) continue;
    lines.push(
      '',
      ...style.hang('✗ ', shown(id, NAME), { paint: (text) => bold(red(text)), paintLead: red }),
      ...style.hang('  pinned    ', shown(pin.value, SENTENCE), { paintLead: dim, paint: green }),
      ...style.hang('  observed  ', shown(observation?.value ?? '', SENTENCE), {
        paintLead: dim,
        paint: red,
      }),
      ...style.hang('  because   ', pinReason(pin), { paintLead: dim }),
    );
  }
  if (missed.length > 0)
    lines.push(
      ...(lines.length > 0 ? [''] : []),
      ...listing(
        bold(yellow(`Pinned observations that were not made: ${missed.length.toLocaleString('en')}`)),
        missed,
        ({ reason }) => shown(reason ?? 'No reason was given.', SENTENCE),
        style,
      ),
    );
  return lines;
}

/** Failures that the baseline lists, each with why. */
export function listedFailures({ rules }: Report, style: Style): string[] {
  const known = knownFailures(rules);
  const title = `Known failures, which the baseline lists: ${countOf(known.length, 'rule')}`;
  return listing(
    style.hang('', title, { paint: style.colors.bold }).join('\n'),
    known,
    (rule) => {
      const actual = shown(rule.failure?.actual ?? rule.statement, SENTENCE);
      const why = listedWords(rule);
      return why === null ? actual : `${actual}; ${why}`;
    },
    style,
  );
}

/** Entries of the baseline that fail the run. */
export function staleEntries({ rules, staleBaseline: stale = [] }: Report, style: Style): string[] {
  const { bold, red } = style.colors;
  const expired = listedRules(rules, 'expired');
  const lines =
    stale.length === 0
      ? []
      : [
          bold(red(`Stale in the baseline: ${countOf(stale.length, 'entry', 'entries')}`)),
          ...style.hang(
            '  ',
            'These rules do not fail any more: take them out, so that they cannot break again unseen.',
          ),
          ...style.hang('    ', stale.map((entry) => shown(entry, NAME)).join(', ')),
        ];
  const late = listing(
    bold(red(`Past their date in the baseline: ${countOf(expired.length, 'entry', 'entries')}`)),
    expired,
    (rule) => listedWords(rule) ?? '',
    style,
  );
  return [...lines, ...(lines.length > 0 && late.length > 0 ? [''] : []), ...late];
}

/** What is undecided as the baseline says, and what it says so of in vain. */
export function listedUndecided({ rules }: Report, style: Style): string[] {
  const { bold } = style.colors;
  const undecided = knownUndecided(rules);
  const passing = listedRules(rules, 'passes');
  const lines = listing(
    bold(`Undecided, as the baseline lists: ${countOf(undecided.length, 'rule')}`),
    undecided,
    (rule) => listedWords(rule) ?? shown(rule.reason ?? '', SENTENCE),
    style,
  );
  const needless = listing(
    bold(
      `Listed as undecided, and passing: ${countOf(passing.length, 'rule')}; take them out of the baseline`,
    ),
    passing,
    (rule) => listedWords(rule) ?? '',
    style,
  );
  return [...lines, ...(lines.length > 0 && needless.length > 0 ? [''] : []), ...needless];
}

/** Pinned observations that are as they were pinned. */
export function heldPins({ rules }: Report, style: Style): string[] {
  const held = pinnedRules(rules, 'held');
  if (held.length === 0) return [];
  const names = held.map(({ id }) => shown(id, NAME)).join(', ');
  return style.hang('', `Pinned observations, unchanged: ${names}`);
}
