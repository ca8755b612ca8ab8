import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import {
  type Block,
  type Document,
  type Item,
  isIn,
  isLive,
  isShowable,
  joined,
  placesIn,
  plain,
  type RichText,
  type Strip,
} from './document.ts';
import { breakInMarkup } from './runner-commands.ts';

// Files, so that editors and checks know them as what they are; the build copies them.
const textOfFile = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [style, script] = [textOfFile('./page.css'), textOfFile('./page.js')];

const shows = isIn('page');

/** The places of a page, to which links lead. */
class Places {
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

const classOf = (mark: VerdictStyle | undefined, ...others: readonly string[]): string | undefined =>
  [...(mark === undefined ? [] : [`is-${mark}`]), ...others].join(' ') || undefined;

/** A sentence, in which words between backticks are code. */
const Sentence = ({ said }: { readonly said: string }) => (
  <>{said.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);

/** The sign of each rule, whose name is read aloud. */
const Signs = ({ strip, places }: { readonly strip: Strip; readonly places: Places }) => (
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

const Said = ({ words, places }: { readonly words: RichText; readonly places: Places }) => (
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

const itemOf = ({ mark, id, words, blocks = [] }: Item, places: Places) => (
  <li id={places.take(id)} class={classOf(mark)}>
    <Sign mark={mark} />
    <Said words={words} places={places} />
    {blocksOf(blocks, places)}
  </li>
);

function tableOf({ name, heads, rows }: Block & { is: 'table' }, places: Places): Child {
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
const Summary = ({ block, places }: { readonly block: Item; readonly places: Places }) => {
  const said = (
    <>
      <Sign mark={block.mark} />
      <Said words={block.words} places={places} />
    </>
  );
  return <summary>{block.id === undefined ? said : <h3>{said}</h3>}</summary>;
};

function blockOf(block: Block, places: Places): Child {
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

const blocksOf = (blocks: readonly Block[], places: Places): Child[] =>
  blocks.filter(shows).map((block) => blockOf(block, places));

function textOf(shown: Child): string {
  const markup = <>{shown}</>;
  if (markup instanceof Promise) throw new Error('no part of a page is waited for');
  return markup.toString();
}

/** Renders markup, in which no CI runner recognises a command, so that a job can print the page. */
const rendered = (shown: Child): string => breakInMarkup(textOf(shown));

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows the page's own style and script, and nothing else, even if foreign markup got in. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Returns words of ours with a capital. */
const begun = ([first = '', ...others]: RichText): RichText => [
  typeof first === 'string' ? first.charAt(0).toUpperCase() + first.slice(1) : first,
  ...others,
];

/** Results that the list of rules can be limited to. Styles do it, so no script is needed. */
const FILTERS: readonly (readonly [value: string, label: string, mark?: VerdictStyle])[] = [
  ['all', 'all rules'],
  ['fail', 'failed', 'fail'],
  ['undecided', 'undecided', 'inconclusive'],
  ['pass', 'passed', 'pass'],
];

/** The strip of all rules, how to read it, and what limits the rules below. The script shows the field for a text. */
const Overview = ({ strip, legend }: NonNullable<Document['overview']>, places: Places) => (
  <>
    <Signs strip={strip} places={places} />
    <p class="about">
      <Said words={legend} places={places} />
    </p>
    <fieldset>
      <legend class="heard">Show</legend>
      <input type="search" id="find" placeholder="Find a rule" aria-label="Find a rule" hidden />
      {FILTERS.map(([value, label, mark]) => (
        <label class={classOf(mark)}>
          <input type="radio" name="show" id={`show-${value}`} checked={value === 'all'} />{' '}
          {mark === undefined ? null : <b class="sign">{verdictStyles[mark].sign} </b>}
          {label}
        </label>
      ))}
      <output />
    </fieldset>
  </>
);

function bodyOf(document: Document): Child {
  const { kind, mark, title, lead, about, overview, notices, parts, foot } = document;
  const shown = parts.filter(shows);
  const places = new Places(document);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the result
      </a>
      <header class={classOf(mark)}>
        <p>{kind}</p>
        <h1>{title}</h1>
        <p class="lead">
          <Said words={begun(joined(lead, ' '))} places={places} />
        </p>
        {about.map((words) => (
          <p class="about">
            <Said words={words} places={places} />
          </p>
        ))}
        {overview === undefined ? null : Overview(overview, places)}
        {shown.length < 2 ? null : (
          <nav aria-label="Contents">
            {shown.map((part) => (
              <a href={`#${part.id}`}>{part.title}</a>
            ))}
          </nav>
        )}
      </header>
      <main id="main">
        {notices.length === 0 ? null : <div class="notices">{blocksOf(notices, places)}</div>}
        {shown.map((part) => (
          <section id={places.take(part.id)} class={classOf(part.mark)}>
            <h2>{part.title}</h2>
            {blocksOf(part.blocks, places)}
          </section>
        ))}
      </main>
      <footer>
        <Said words={foot} places={places} />
      </footer>
    </>
  );
}

/** Lays a document out as a page in one file, which loads nothing. */
export function page(document: Document): string {
  return `<!DOCTYPE html>\n${textOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="generator" content="issue-conformance" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{raw(rendered(`${document.title}: ${plain(document.about[0] ?? [document.kind])}`))}</title>
        <style>{raw(style)}</style>
      </head>
      <body>
        {raw(rendered(bodyOf(document)))}
        <script>{raw(script)}</script>
      </body>
    </html>,
  )}\n`;
}
