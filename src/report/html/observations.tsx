import { countOf } from '../count-of.ts';
import type { PlacedRule } from './anchors.ts';
import { named, shown } from './fit.ts';
import { limits } from './limits.ts';
import { NoneMatch } from './none-match.tsx';
import { Part } from './part.tsx';
import { Statement } from './statement.tsx';

/** What the target was seen to do where the document leaves it open. */
export function Observations({ rules }: { readonly rules: readonly PlacedRule[] }) {
  const seen = rules.filter(({ rule }) => rule.verdict === 'observed');
  return (
    <Part
      id="observed"
      title="Observed, not judged"
      intro={
        seen.length === 0
          ? 'Nothing was observed in this run.'
          : `${countOf(seen.length, 'answer')} to what the document leaves open.`
      }
    >
      {seen.length === 0 ? null : (
        <table class="table stacks">
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Seen</th>
            </tr>
          </thead>
          <tbody>
            {seen.map(({ index, anchor, rule }) => (
              <tr id={anchor} data-rule={index}>
                <th scope="row">
                  <Statement text={rule.statement} />
                  <br />
                  <span class="id muted">{named(rule.id, limits.name)}</span>
                </th>
                <td>
                  {rule.observation === undefined ? (
                    <span class="muted">not written down</span>
                  ) : (
                    <>
                      <strong>{named(rule.observation.value, limits.value)}</strong>
                      <br />
                      {shown(rule.observation.note, limits.prose)}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <NoneMatch of={seen} />
    </Part>
  );
}
