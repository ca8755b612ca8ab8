import { countOf } from '../count-of.ts';
import { knownUndecided, listedRules, pinnedRules } from '../failures.ts';
import { listedWords, pinReason } from '../listed.ts';
import type { RuleReport } from '../model.ts';
import type { PlacedRule } from './anchors.ts';
import { named, shown } from './fit.ts';
import { limits } from './limits.ts';
import { NoneMatch } from './none-match.tsx';
import { Part } from './part.tsx';
import { RuleTags } from './rule-tags.tsx';
import { Statement } from './statement.tsx';

/** The places of some rules of a report. */
function placesOf(rules: readonly PlacedRule[], some: readonly RuleReport[]): readonly PlacedRule[] {
  const wanted = new Set(some);
  return rules.filter(({ rule }) => wanted.has(rule));
}

/** What the baseline says of a rule, in as many bytes as a sentence may take. */
const said = (rule: RuleReport): string => shown(listedWords(rule) ?? '', limits.prose);

const plain = (rules: readonly PlacedRule[]): RuleReport[] => rules.map(({ rule }) => rule);

function PinRow({ place: { index, anchor, rule } }: { readonly place: PlacedRule }) {
  const { pin, observation, reason } = rule;
  if (pin === undefined) return null;
  const changed = pin.state === 'changed';
  return (
    <tr data-rule={index}>
      <th scope="row">
        <a class="id" href={`#${anchor}`}>
          {named(rule.id, limits.name)}
        </a>
      </th>
      <td class={changed ? 'is-fail' : 'is-inconclusive'} data-label="what became of it">
        {changed ? 'changed' : 'not made'}
      </td>
      <td data-label="pinned">{named(pin.value, limits.value)}</td>
      <td data-label="observed">
        {changed ? (
          <strong>{named(observation?.value ?? '', limits.value)}</strong>
        ) : (
          shown(reason ?? '', limits.prose)
        )}
      </td>
      <td data-label="because">{shown(pinReason(pin), limits.prose)}</td>
    </tr>
  );
}

/** Observations that are not as a team pinned them: its own expectations, which are broken without any rule. */
export function UnmetPins({ rules }: { readonly rules: readonly PlacedRule[] }) {
  const all = plain(rules);
  const unmet = [
    ...placesOf(rules, pinnedRules(all, 'changed')),
    ...placesOf(rules, pinnedRules(all, 'unobserved')),
  ];
  if (unmet.length === 0) return null;
  return (
    <Part
      id="pins"
      title="Pinned observations that changed, or were not made"
      intro="Expectations of the team, pinned in the baseline. The specification leaves them open."
    >
      <table class="table stacks">
        <thead>
          <tr>
            {['Observation', 'What became of it', 'Pinned', 'Observed', 'Because'].map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {unmet.map((place) => (
            <PinRow place={place} />
          ))}
        </tbody>
      </table>
      <NoneMatch of={unmet} />
    </Part>
  );
}

/** Entries of the baseline that are past their date. */
export function ExpiredEntries({ rules }: { readonly rules: readonly PlacedRule[] }) {
  const expired = placesOf(rules, listedRules(plain(rules), 'expired'));
  if (expired.length === 0) return null;
  return (
    <Part id="expired" title="Entries of the baseline that are past their date" intro="Look at them again.">
      <ul class="card rows">
        {expired.map(({ index, anchor, rule }) => (
          <li data-rule={index}>
            <a class="id" href={`#${anchor}`}>
              {named(rule.id, limits.name)}
            </a>{' '}
            {said(rule)}
          </li>
        ))}
      </ul>
      <NoneMatch of={expired} />
    </Part>
  );
}

/** What is undecided as the baseline says, and what it says so of in vain. */
export function KnownUndecided({ rules }: { readonly rules: readonly PlacedRule[] }) {
  const all = plain(rules);
  const undecided = placesOf(rules, knownUndecided(all));
  const passing = placesOf(rules, listedRules(all, 'passes'));
  if (undecided.length + passing.length === 0) return null;
  return (
    <Part
      id="known-undecided"
      title="Undecided, as the baseline lists"
      intro={`${countOf(undecided.length, 'rule')} that the baseline lists as undecided, and ${countOf(passing.length, 'rule')} that it lists so and that passed.`}
    >
      <ul class="card rows">
        {undecided.map(({ index, anchor, rule }) => (
          <li id={anchor} data-rule={index}>
            <span class="id">{named(rule.id, limits.name)}</span> <RuleTags rule={rule} />
            <br />
            <Statement text={rule.statement} />
            <br />
            {said(rule)}
            {rule.reason === undefined ? null : (
              <span class="muted"> {shown(rule.reason, limits.prose)}</span>
            )}
          </li>
        ))}
        {passing.map(({ index, anchor, rule }) => (
          <li data-rule={index}>
            <a class="id" href={`#${anchor}`}>
              {named(rule.id, limits.name)}
            </a>{' '}
            {said(rule)}
          </li>
        ))}
      </ul>
      <NoneMatch of={[...undecided, ...passing]} />
    </Part>
  );
}
