import type { UndecidedBlock, UndecidedGroup } from '../../results/undecided.ts';
import type { RuleReport } from '../model.ts';
import { countOf } from '../text.ts';
import type { Places } from './anchors.ts';
import { limits, named } from './fit.ts';
import { Mark, NoneMatch, Part, RuleTags, Statement } from './parts.tsx';

/** From this many rules on, a group is folded below its reason. */
const FOLDED = 8;

function Rows({ rules, places }: { readonly rules: readonly RuleReport[]; readonly places: Places }) {
  return (
    <ul class="rows">
      {rules.map((rule) => {
        const { anchor, index } = places.of(rule);
        return (
          <li id={anchor} data-rule={index}>
            <span class="id">{named(rule.id, limits.name)}</span> <RuleTags rule={rule} />
            <br />
            <Statement text={rule.statement} />
          </li>
        );
      })}
    </ul>
  );
}

function Group({ group, places }: { readonly group: UndecidedGroup; readonly places: Places }) {
  const { verdict, reason, gating, observed } = group;
  const rules = [...gating, ...observed];
  return (
    <div class={`card undecided is-${verdict}`} data-group>
      <h3>{reason.trim() === '' ? 'For the reason at the top' : named(reason, limits.prose)}</h3>
      <p>
        <Mark tone={verdict} /> <span class="muted">{countOf(rules.length, 'rule')}</span>
      </p>
      {rules.length > FOLDED ? (
        <details class="fold">
          <summary>Show them</summary>
          <Rows rules={rules} places={places} />
        </details>
      ) : (
        <Rows rules={rules} places={places} />
      )}
    </div>
  );
}

/** Reasons in the head of the page. */
const REASONS = 5;

/** The reasons of undecided rules that no notice has, for the head of the page. */
export function UndecidedIndex({ block: { groups } }: { readonly block: UndecidedBlock }) {
  const said = groups.filter(({ reason }) => reason.trim() !== '');
  if (said.length === 0) return null;
  const left = said.length - REASONS;
  return (
    <div class="card index is-incomplete">
      <h2>To decide the rest</h2>
      <ul>
        {said.slice(0, REASONS).map(({ reason, gating }) => (
          <li>
            {named(reason, limits.prose)} <span class="seen">{countOf(gating.length, 'rule')}</span>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <p class="muted">
          and <a href="#undecided">{countOf(left, 'more reason')}</a>
        </p>
      ) : null}
    </div>
  );
}

interface UndecidedProps {
  readonly block: UndecidedBlock;
  readonly places: Places;
  /** True if the baseline lists undecided rules. */
  readonly isSomeListed: boolean;
}

/** Undecided rules, grouped by what would decide them. */
export function Undecided({ block, places, isSomeListed }: UndecidedProps) {
  const { groups, notObserved, gating, observed } = block;
  const nothing = isSomeListed
    ? 'Only what the baseline lists.'
    : 'Every gating rule of this run was decided.';
  const intro =
    places.all.length === 0
      ? 'No rule took part.'
      : gating === 0
        ? nothing
        : `${countOf(gating, 'gating rule')}, by what would decide ${gating === 1 ? 'it' : 'them'}.`;
  return (
    <Part id="undecided" title="Undecided" intro={intro}>
      {groups.map((group) => (
        <Group group={group} places={places} />
      ))}
      {notObserved.length === 0 ? null : (
        <details class="fold" data-group>
          <summary>
            Not observed:{' '}
            {countOf(
              notObserved.reduce((sum, group) => sum + group.observed.length, 0),
              'question',
            )}
          </summary>
          {notObserved.map((group) => (
            <Group group={group} places={places} />
          ))}
        </details>
      )}
      <NoneMatch of={gating + observed === 0 ? [] : places.all} />
    </Part>
  );
}
