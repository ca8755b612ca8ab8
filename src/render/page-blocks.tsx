import type { Child } from 'hono/jsx';
import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import {
  type Block,
  type Document,
  type Item,
  isIn,
  isLive,
  isShowable,
  placesIn,
  plain,
  type RichText,
  type Strip,
} from './document.ts';

/** The places of a page, to which links lead. */
export class PagePlaces {
  readonly #all: ReadonlySet<string>;
  readonly #taken = new Set<string>();

  constructor(document: Document) {
    this.#all = placesIn(document, 'page');
  }

  /** Returns an id the first time that it is asked for: two rules of a foreign report may have one id. */
  take(id: string | undefined): string | undefined {
    if (id === undefined || this.#taken.has(id)) return undefined;
    this.#taken.add(id);
    return id;
  }

  /** Returns an address, unless nothing is there. */
  live(to: string | null): string | undefined {
    return to !== null && isLive(to, this.#all) ? to : undefined;
  }
}

export const classOf = (mark: VerdictStyle | undefined, ...others: readonly string[]): string | undefined =>
  [...(mark === undefined ? [] : [`is-${mark}`]), ...others].join(' ') || undefined;

/** A sentence, in which words between backticks are code. */
const Sentence = ({ said }: { readonly said: string }) => (
  <>{said.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);

/** The sign of each rule, whose name is read aloud. */
export const Signs = ({ strip, places }: { readonly strip: Strip; readonly places: PagePlaces }) => (
  <span class="strip">
    {strip.groups.map(({ section, cells }) => (
      <span>
        <small>§ {section.said}</small>
        {cells.map(({ mark, title, to }) => {
          const href = places.live(to);
          const sign = <b aria-hidden="true">{verdictStyles[mark].sign}</b>;
          return href === undefined ? (
            <i class={classOf(mark)} title={title.said}>
              {sign}
            </i>
          ) : (
            <a href={href} class={classOf(mark)} title={title.said}>
              {sign}
            </a>
          );
        })}
      </span>
    ))}
  </span>
);

export const Said = ({ words, places }: { readonly words: RichText; readonly places: PagePlaces }) => (
  <>
    {words.map((word) => {
      if (typeof word === 'string') return word;
      if ('groups' in word) return <Signs strip={word} places={places} />;
      if ('to' in word) {
        const said = <Said words={word.words} places={places} />;
        const href = places.live(word.to);
        return href === undefined ? said : <a href={href}>{said}</a>;
      }
      return word.as === 'sentence' ? <Sentence said={word.said} /> : <code>{word.said}</code>;
    })}
  </>
);

const Sign = ({ mark }: { readonly mark: VerdictStyle | undefined }) =>
  mark === undefined ? null : (
    <>
      <b class="sign" aria-hidden="true">
        {verdictStyles[mark].sign}
      </b>
      <span class="heard">{verdictStyles[mark].word}:</span>{' '}
    </>
  );

const itemOf = ({ mark, id, words, blocks = [] }: Item, places: PagePlaces) => (
  <li id={places.take(id)} class={classOf(mark)}>
    <Sign mark={mark} />
    <Said words={words} places={places} />
    {blocksOf(blocks, places)}
  </li>
);

function tableOf({ name, heads, rows }: Block & { is: 'table' }, places: PagePlaces): Child {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>
            {heads.map((words) => (
              <th scope="col">
                <Said words={words} places={places} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr id={places.take(first?.id)}>
              <th scope="row" class={classOf(first?.mark)}>
                <Sign mark={first?.mark} />
                <Said words={first?.words ?? []} places={places} />
              </th>
              {cells.map(({ mark, words }, at) => (
                <td class={classOf(mark)} data-head={plain(heads[at + 1] ?? [])}>
                  <Sign mark={mark} />
                  <Said words={words} places={places} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A text to copy: the script adds a button, and a click selects it all. */
const Copied = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div class="copied">
    <span>{title}</span>
    <pre class="command">{text}</pre>
  </div>
);

/** A rule is a heading, so that people can go from one to the next. */
const Summary = ({ block, places }: { readonly block: Item; readonly places: PagePlaces }) => {
  const said = (
    <>
      <Sign mark={block.mark} />
      <Said words={block.words} places={places} />
    </>
  );
  return <summary>{block.id === undefined ? said : <h3>{said}</h3>}</summary>;
};

function blockOf(block: Block, places: PagePlaces): Child {
  switch (block.is) {
    case 'text':
      return (
        <p class={classOf(block.mark)}>
          <Said words={block.words} places={places} />
        </p>
      );
    case 'facts':
      return (
        <dl>
          {block.facts.map(([label, words, mark]) => (
            <div class={classOf(mark)}>
              <dt>{label}</dt>
              <dd>
                <Said words={words} places={places} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'list':
      return <ul>{block.items.map((item) => itemOf(item, places))}</ul>;
    case 'table':
      return tableOf(block, places);
    case 'command':
      if (!isShowable(block.text)) return <p>not fit to be shown; see conformance.json</p>;
      return <Copied title={block.title ?? 'Command'} text={block.text} />;
    case 'code':
      if (block.title === undefined) return <pre>{block.text.said}</pre>;
      return <Copied title={block.title} text={block.text.said} />;
    case 'fold':
      return (
        <details id={places.take(block.id)} class={classOf(block.mark)} open={block.open?.includes('page')}>
          <Summary block={block} places={places} />
          <div>{blocksOf(block.blocks ?? [], places)}</div>
        </details>
      );
  }
}

export const blocksOf = (blocks: readonly Block[], places: PagePlaces): Child[] =>
  blocks.filter(isIn('page')).map((block) => blockOf(block, places));
