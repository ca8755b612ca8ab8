import type { ListItem } from 'mdast';
import { countOf } from '../count-of.ts';
import { countOfRules } from '../count-of-rules.ts';
import type { Report, RuleReport } from '../model.ts';
import { type UndecidedGroup, undecidedGroups } from '../undecided.ts';
import { type Filling, filling } from './filling.ts';
import { between, heading, inFull, item, list, type Phrase } from './nodes.ts';
import { prose, value } from './prose.ts';

const TITLES = { inconclusive: 'Undecided', skip: 'Not tried' } as const;
const ID = 200;
/** So many ids of one group are shown; the catalogue has fewer. */
const IDS = 100;
/** More observations than these are counted: they decide nothing, and their ids would hide those that do. */
const OBSERVED_IDS = 5;

function shown(rules: readonly RuleReport[]): RuleReport[] {
  const observed = rules.filter(({ level }) => level === 'observed');
  return observed.length > OBSERVED_IDS ? rules.filter(({ level }) => level !== 'observed') : [...rules];
}

function namesOf(rules: readonly RuleReport[]): Phrase[] {
  const named = shown(rules).slice(0, IDS);
  const left = rules.filter((rule) => !named.includes(rule));
  const names = between(
    ', ',
    named.map(({ id }) => [value(id, ID)]),
  );
  if (left.length === 0) return names;
  return [...names, ...(named.length > 0 ? [', '] : []), `${countOfRules(left)} named in `, inFull];
}

function groupItem({ reason, rules }: UndecidedGroup, report: Report): ListItem {
  const text = reason === report.problem ? ['For the reason at the top.'] : prose(reason);
  const all = rules.length === report.rules.length && rules.length > 1;
  const names = all ? [`All ${countOfRules(rules)} of this run`] : namesOf(rules);
  return item(...text, { type: 'break' }, ...names);
}

/** What was not decided, and is not listed as such by the baseline, the rules that share a reason under that reason. */
export function undecidedRules(report: Report, verdict: 'inconclusive' | 'skip'): Filling {
  const rules = report.rules.filter((rule) => rule.verdict === verdict && rule.known !== true);
  return filling({
    before: [heading(3, `${TITLES[verdict]}: ${countOfRules(rules)}`)],
    sources: undecidedGroups(report, verdict),
    itemOf: (group) => groupItem(group, report),
    wrap: list,
    more: (left) => [`… and those that wait for ${countOf(left, 'other thing')}, in `, inFull, '.'],
  });
}
