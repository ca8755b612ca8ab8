import { Statement } from '../../report/html/statement.tsx';
import { tones } from '../../report/tones.ts';
import type { Entry } from '../entries.ts';

/** An entry of a section as an item of a list. */
function EntryItem({ entry }: { readonly entry: Entry }) {
  return (
    <li class={`card entry is-${entry.tone}`}>
      <p class="entry-head">
        <span class="sign" aria-hidden="true">
          {tones[entry.tone].sign}
        </span>{' '}
        {entry.ids.map((id, index) => (
          <>
            {index === 0 ? null : ', '}
            <code class="id">{id}</code>
          </>
        ))}{' '}
        {entry.change === '' ? null : <span class="mark">{entry.change}</span>}{' '}
        {entry.worse ? <strong class="worse is-fail">worse</strong> : null}
      </p>
      {entry.statement === '' ? null : (
        <p>
          <Statement text={entry.statement} />
        </p>
      )}
      {entry.lines.length === 0 ? null : (
        <dl class="facts">
          {entry.lines.map(({ label, text }) => (
            <>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Entries one beneath the other. */
export function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul class="entries">
      {entries.map((entry) => (
        <EntryItem entry={entry} />
      ))}
    </ul>
  );
}
