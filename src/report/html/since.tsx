import type { SinceGroup, SinceItem, SinceWords } from '../../results/since.ts';
import { tones } from '../../results/tones.ts';
import type { Places } from './anchors.ts';
import { limits, named } from './fit.ts';

const ENTRIES_SHOWN = 50;

function Rule({ id, places }: { readonly id: string; readonly places: Places }) {
  const place = places.named(id);
  const name = named(id, limits.name);
  return place === undefined ? (
    <span class="id">{name}</span>
  ) : (
    <a class="id" href={`#${place.anchor}`}>
      {name}
    </a>
  );
}

function Item({ item, places }: { readonly item: SinceItem; readonly places: Places }) {
  const { id, note, observed } = item;
  return (
    <li>
      <Rule id={id} places={places} />
      {note === '' ? null : <span class="muted"> ({note})</span>}
      {observed === undefined ? null : (
        <>
          : {named(observed[0], limits.value)} → {named(observed[1], limits.value)}
        </>
      )}
    </li>
  );
}

function Group({ group, places }: { readonly group: SinceGroup; readonly places: Places }) {
  const { tone, title, items } = group;
  return (
    <li>
      <span class={`mark is-${tone}`}>
        <span class="sign" aria-hidden="true">
          {tones[tone].sign}
        </span>{' '}
        {title}
      </span>
      <ul>
        {items.slice(0, ENTRIES_SHOWN).map((item) => (
          <Item item={item} places={places} />
        ))}
        {items.length > ENTRIES_SHOWN ? <li class="muted">and {items.length - ENTRIES_SHOWN} more</li> : null}
      </ul>
    </li>
  );
}

interface SinceProps {
  readonly words: SinceWords | null;
  readonly places: Places;
}

/** Changes since the last run of the target; nothing if the run had no history. */
export function SinceBox({ words, places }: SinceProps) {
  if (words === null) return null;
  const { since, run, sentence, groups, notes } = words;
  return (
    <section class={`notice since is-${groups[0]?.tone ?? 'absent'}`} aria-label="Since the last run">
      <p>
        {since === '' ? null : (
          <>
            {since} (run <span class="id">{named(run, limits.name)}</span>):{' '}
          </>
        )}
        <strong>{sentence}.</strong>
      </p>
      {groups.length === 0 ? null : (
        <ul class="since-groups">
          {groups.map((group) => (
            <Group group={group} places={places} />
          ))}
        </ul>
      )}
      {notes.map(({ text, quoted }) => (
        <p class="muted">
          {text}
          {quoted.slice(0, ENTRIES_SHOWN).map((each, index) => (
            <>
              {index === 0 ? ' ' : ', '}
              <span class="id">{named(each, limits.value)}</span>
            </>
          ))}
        </p>
      ))}
    </section>
  );
}
