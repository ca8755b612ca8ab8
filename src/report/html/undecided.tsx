import { countOf } from '../count-of.ts';
import { knownUndecided } from '../failures.ts';
import type { Report, RuleReport } from '../model.ts';
import { undecidedGroups } from '../undecided.ts';
import type { PlacedRule } from './anchors.ts';
import { named } from './fit.ts';
import { limits } from './limits.ts';
import { NoneMatch } from './none-match.tsx';
import { Part } from './part.tsx';
import { RuleTags } from './rule-tags.tsx';
import { Statement } from './statement.tsx';
import { Mark } from './verdict.tsx';

interface GroupsProps {
  readonly report: Report;
  readonly verdict: 'inconclusive' | 'skip';
  readonly placeOf: ReadonlyMap<RuleReport, PlacedRule>;
}

/** A reason that this many rules share is more telling than which rules they are. */
const FOLDED = 12;

function Rows({ rules, placeOf }: Pick<GroupsProps, 'placeOf'> & { readonly rules: readonly RuleReport[] }) {
  return (
    <ul class="rows">
      {rules.map((rule) => {
        const place = placeOf.get(rule);
        return (
          <li id={place?.anchor} data-rule={place?.index}>
            <span class="id">{named(rule.id, limits.name)}</span> <RuleTags rule={rule} />
            <br />
            <Statement text={rule.statement} />
          </li>
        );
      })}
    </ul>
  );
}

function Groups({ report, verdict, placeOf }: GroupsProps) {
  return (
    <>
      {undecidedGroups(report, verdict).map(({ reason, rules }) => (
        <div class={`card undecided is-${verdict}`} data-group>
          <h3>{reason === report.problem ? 'For the reason at the top' : named(reason, limits.prose)}</h3>
          <p>
            <Mark tone={verdict} />
          </p>
          {rules.length > FOLDED ? (
            <details class="fold">
              <summary>{countOf(rules.length, 'rule')}</summary>
              <Rows rules={rules} placeOf={placeOf} />
            </details>
          ) : (
            <Rows rules={rules} placeOf={placeOf} />
          )}
        </div>
      ))}
    </>
  );
}

interface UndecidedProps {
  readonly report: Report;
  readonly rules: readonly PlacedRule[];
}

/** What was not decided, under what would decide it. */
export function Undecided({ report, rules }: UndecidedProps) {
  const open = rules.filter(
    ({ rule }) => (rule.verdict === 'inconclusive' || rule.verdict === 'skip') && rule.known !== true,
  );
  const placeOf = new Map(open.map((place) => [place.rule, place]));
  const intro =
    open.length === 0
      ? rules.length === 0
        ? 'No rule took part.'
        : knownUndecided(rules.map(({ rule }) => rule)).length > 0
          ? 'Nothing but what the baseline lists.'
          : 'Every rule of this run was decided.'
      : `${countOf(open.length, 'rule')}, under what would decide ${open.length === 1 ? 'it' : 'them'}.`;
  return (
    <Part id="undecided" title="Undecided" intro={intro}>
      <Groups report={report} verdict="inconclusive" placeOf={placeOf} />
      <Groups report={report} verdict="skip" placeOf={placeOf} />
      <NoneMatch of={open} />
    </Part>
  );
}
