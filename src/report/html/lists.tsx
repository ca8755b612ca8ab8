import type { ListBlock, ListItem } from '../../results/baseline.ts';
import type { Places } from './anchors.ts';
import { limits, named, shownInPage } from './fit.ts';
import { NoneMatch, Part, RuleTags, Statement } from './parts.tsx';

const ITEMS_SHOWN = 200;

function Item({ item, isHome, places }: { item: ListItem; isHome: boolean; places: Places }) {
  const { id, rule, text, values } = item;
  const place = rule === undefined ? undefined : places.of(rule);
  const name = named(id, limits.name);
  return (
    <li id={isHome ? place?.anchor : undefined} data-rule={place?.index}>
      {isHome || place === undefined ? (
        <span class="id">{name}</span>
      ) : (
        <a class="id" href={`#${place.anchor}`}>
          {name}
        </a>
      )}{' '}
      {isHome && rule !== undefined ? (
        <>
          <RuleTags rule={rule} />
          <br />
          <Statement text={rule.statement} />
          <br />
        </>
      ) : null}
      {values.map(({ label, value, tone }) => (
        <>
          <span class="muted">{label}</span>{' '}
          <strong class={`mark is-${tone}`}>{named(value, limits.value)}</strong>{' '}
        </>
      ))}
      {shownInPage(text, limits.prose)}
    </li>
  );
}

/** Baseline entries that need attention or explain the exit status. */
export function List({ block, places }: { readonly block: ListBlock; readonly places: Places }) {
  const { id, title, note, items, isHome, tone } = block;
  const kept = isHome ? items : items.slice(0, ITEMS_SHOWN);
  return (
    <Part id={id} title={title} intro={note}>
      <ul class={`card rows is-${tone}`}>
        {kept.map((item) => (
          <Item item={item} isHome={isHome} places={places} />
        ))}
        {kept.length < items.length ? (
          <li class="muted">and {(items.length - kept.length).toLocaleString('en')} more</li>
        ) : null}
      </ul>
      <NoneMatch of={items.filter(({ rule }) => rule !== undefined)} />
    </Part>
  );
}
