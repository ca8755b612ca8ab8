import { countOf } from '../count-of.ts';
import type { Report } from '../model.ts';
import type { RulePast } from '../rule-past.ts';
import type { PlacedRule, Places } from './anchors.ts';
import { named } from './fit.ts';
import { limits } from './limits.ts';
import { NoneMatch } from './none-match.tsx';
import { Part } from './part.tsx';
import { Strip } from './strip.tsx';
import { When } from './when.tsx';

interface PastRule {
  readonly place: PlacedRule;
  readonly past: RulePast;
}

function Story({ past: { failing, flips, changes, marks } }: { readonly past: RulePast }) {
  const parts = [
    ...(failing === null
      ? []
      : [
          <>
            fails since {failing.atLeast ? 'at least ' : ''}
            <When iso={failing.since} />
          </>,
        ]),
    ...(flips === 0 ? [] : [<>flipped {countOf(flips, 'time')} between pass and fail</>]),
    ...(changes === 0 ? [] : [<>what was observed changed {countOf(changes, 'time')}</>]),
  ];
  if (parts.length === 0)
    return (
      <span class="muted">
        {marks.every((mark) => mark === 'absent' || mark === 'undecided')
          ? 'never decided'
          : 'always the same'}
      </span>
    );
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index === 0 ? '' : '; '}
          {part}
        </>
      ))}
    </>
  );
}

function PastTable({ rows }: { readonly rows: readonly PastRule[] }) {
  return (
    <table class="table stacks">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Runs, the newest to the right</th>
          <th scope="col">In words</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, past }) => (
          <tr data-rule={place.index}>
            <th scope="row">
              <a class="id" href={`#${place.anchor}`}>
                {named(place.rule.id, limits.name)}
              </a>
            </th>
            <td>
              <Strip marks={past.marks} />
            </td>
            <td>
              <Story past={past} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isWorthReading = ({ past: { failing, flips, changes } }: PastRule): boolean =>
  failing !== null || flips > 0 || changes > 0;

interface HistoryProps {
  /** The runs on this target that are looked at, the oldest first; the last is this one. */
  readonly runs: readonly Report[];
  readonly places: Places;
  readonly past: (id: string) => RulePast;
}

/** What became of each rule in the last runs on this target: first those that fail or changed. */
export function History({ runs, places, past }: HistoryProps) {
  const rows = places.all.map((place) => ({ place, past: past(place.rule.id) }));
  const telling = rows.filter(isWorthReading);
  const steady = rows.filter((row) => !isWorthReading(row));
  const first = runs[0]?.run.startedAt;
  const label = runs.at(-1)?.target.label;
  return (
    <Part
      id="history"
      title="History"
      intro={`The last ${countOf(runs.length, 'run')} on ${label === undefined ? 'this target' : named(label, limits.name)}, this one included. ${countOf(telling.length, 'rule')} ${telling.length === 1 ? 'fails or has changed' : 'fail or have changed'} in them.`}
    >
      {first === undefined ? null : (
        <p class="muted">
          The oldest began on <When iso={first} />. High marks are failures, low ones passes, thin ones
          undecided, dots observed; a line at the bottom means that the rule was not in the run.
        </p>
      )}
      {telling.length === 0 ? null : <PastTable rows={telling} />}
      {steady.length === 0 ? null : (
        <details class="fold" data-group>
          <summary>{countOf(steady.length, 'rule')} with nothing to tell</summary>
          <PastTable rows={steady} />
        </details>
      )}
      <NoneMatch of={rows} />
    </Part>
  );
}
