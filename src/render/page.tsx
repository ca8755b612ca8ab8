import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import { type Block, type Document, type Item, isIn, isShowable, joined, type RichText } from './document.ts';
import { breakInMarkup } from './runner-commands.ts';

// Files, so that editors and checks know them as what they are; the build copies them.
const textOfFile = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [style, script] = [textOfFile('./page.css'), textOfFile('./page.js')];

const shows = isIn('page');

/** Returns an id the first time that it is asked for: two rules of a foreign report may have one id. */
type Place = (id: string | undefined) => string | undefined;

function places(): Place {
  const taken = new Set<string>();
  return (id) => {
    if (id === undefined || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  };
}

const classOf = (mark: VerdictStyle | undefined, ...others: readonly string[]): string | undefined =>
  [...(mark === undefined ? [] : [`is-${mark}`]), ...others].join(' ') || undefined;

/** A sentence, in which words between backticks are code. */
const Sentence = ({ said }: { readonly said: string }) => (
  <>{said.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);

const Said = ({ words }: { readonly words: RichText }) => (
  <>
    {words.map((word) => {
      if (typeof word === 'string') return word;
      if ('to' in word)
        return (
          <a href={word.to}>
            <Said words={word.words} />
          </a>
        );
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

const itemOf = ({ mark, id, words, blocks = [] }: Item, place: Place) => (
  <li id={place(id)} class={classOf(mark)}>
    <Sign mark={mark} />
    <Said words={words} />
    {blocksOf(blocks, place)}
  </li>
);

function tableOf({ name, heads, rows }: Block & { is: 'table' }, place: Place): Child {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>
            {heads.map((words) => (
              <th scope="col">
                <Said words={words} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr id={place(first?.id)}>
              <th scope="row" class={classOf(first?.mark)}>
                <Sign mark={first?.mark} />
                <Said words={first?.words ?? []} />
              </th>
              {cells.map(({ mark, words }) => (
                <td class={classOf(mark)}>
                  <Sign mark={mark} />
                  <Said words={words} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function blockOf(block: Block, place: Place): Child {
  switch (block.is) {
    case 'text':
      return (
        <p class={classOf(block.mark)}>
          <Said words={block.words} />
        </p>
      );
    case 'facts':
      return (
        <dl>
          {block.facts.map(([label, words, mark]) => (
            <div class={classOf(mark)}>
              <dt>{label}</dt>
              <dd>
                <Said words={words} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'list':
      return <ul>{block.items.map((item) => itemOf(item, place))}</ul>;
    case 'table':
      return tableOf(block, place);
    case 'command':
      return isShowable(block.text) ? (
        <pre class="command">{block.text}</pre>
      ) : (
        <p>not fit to be shown; see conformance.json</p>
      );
    case 'code':
      return <pre>{block.text.said}</pre>;
    case 'fold':
      return (
        <details id={place(block.id)} class={classOf(block.mark)} open={block.open?.includes('page')}>
          <summary>
            <Sign mark={block.mark} />
            <Said words={block.words} />
          </summary>
          <div>{blocksOf(block.blocks ?? [], place)}</div>
        </details>
      );
  }
}

const blocksOf = (blocks: readonly Block[], place: Place): Child[] =>
  blocks.filter(shows).map((block) => blockOf(block, place));

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

function bodyOf({ kind, mark, title, lead, about, notices, parts, foot }: Document): Child {
  const shown = parts.filter(shows);
  const place = places();
  return (
    <>
      <a class="skip" href="#main">
        Skip to the result
      </a>
      <header class={classOf(mark)}>
        <p>{kind}</p>
        <h1>{title}</h1>
        <p class="lead">
          <Said words={begun(joined(lead, ' '))} />
        </p>
        {about.map((words) => (
          <p class="about">
            <Said words={words} />
          </p>
        ))}
        {shown.length < 2 ? null : (
          <nav aria-label="Contents">
            {shown.map((part) => (
              <a href={`#${part.id}`}>{part.title}</a>
            ))}
          </nav>
        )}
      </header>
      <main id="main">
        {notices.length === 0 ? null : <div class="notices">{blocksOf(notices, place)}</div>}
        {shown.map((part) => (
          <section id={place(part.id)} class={classOf(part.mark)}>
            <h2>{part.title}</h2>
            {blocksOf(part.blocks, place)}
          </section>
        ))}
      </main>
      <footer>
        <Said words={foot} />
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
        <title>{raw(rendered(`${document.title}: ${document.kind}`))}</title>
        <style>{raw(style)}</style>
      </head>
      <body>
        {raw(rendered(bodyOf(document)))}
        <script>{raw(script)}</script>
      </body>
    </html>,
  )}\n`;
}
