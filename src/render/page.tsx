import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import {
  type Block,
  blocksIn,
  type Document,
  type Item,
  joined,
  partsIn,
  plain,
  type RichText,
} from './document.ts';
import { breakInMarkup } from './runner-commands.ts';

const classOf = (mark: VerdictStyle | undefined): string | undefined =>
  mark === undefined ? undefined : `is-${mark}`;

/** The sign of a rule, whose name is read aloud. */
function signOf({
  mark,
  title,
  to,
  section,
}: Extract<RichText[number], { readonly section: unknown }>): Child {
  const sign = <b aria-hidden="true">{verdictStyles[mark].sign}</b>;
  const shown = { class: `cell is-${mark}`, title: title.said };
  return (
    <>
      {section === null ? null : <small>{`§\u00a0${section.said} `}</small>}
      {to === null ? <i {...shown}>{sign}</i> : <a {...{ ...shown, href: to }}>{sign}</a>}
    </>
  );
}

const said = (words: RichText): Child[] =>
  words.map((word) => {
    if (typeof word === 'string') return word;
    if ('section' in word) return signOf(word);
    if ('to' in word) return <a href={word.to}>{said(word.words)}</a>;
    if (word.isCode) return <code>{word.said}</code>;
    return word.said.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part));
  });

/** A line with its sign, whose word is read aloud. */
function lineOf({ mark, words }: Pick<Item, 'mark' | 'words'>): Child[] {
  if (mark === undefined) return said(words);
  const { sign, word } = verdictStyles[mark];
  return [
    <b class="sign" aria-hidden="true">
      {sign}
    </b>,
    <span class="heard">{word}:</span>,
    ' ',
    ...said(words),
  ];
}

const tableOf = ({ name, heads, rows }: Block & { is: 'table' }) => (
  <div class="scroll" tabindex={0} role="region" aria-label={name}>
    <table>
      <thead>
        <tr>
          {heads.map((words) => (
            <th scope="col">{said(words)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = { words: [] }, ...cells]) => (
          <tr id={first.id}>
            <th scope="row" class={classOf(first.mark)}>
              {lineOf(first)}
            </th>
            {cells.map((cell) => (
              <td class={classOf(cell.mark)}>{lineOf(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function blockOf(block: Block): Child {
  switch (block.is) {
    case 'text':
      return <p class={classOf(block.mark)}>{said(block.words)}</p>;
    case 'facts':
      return (
        <dl>
          {block.facts.map(([label, words, mark]) => (
            <div class={classOf(mark)}>
              <dt>{label}</dt>
              <dd>{said(words)}</dd>
            </div>
          ))}
        </dl>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li class={classOf(item.mark)}>{lineOf(item)}</li>
          ))}
        </ul>
      );
    case 'table':
      return tableOf(block);
    case 'code':
      if (block.title === undefined) return <pre>{block.text}</pre>;
      // The script adds a button, and a click selects the text.
      return (
        <div class="copied">
          <span>{block.title}</span>
          <pre class="command">{block.text}</pre>
        </div>
      );
    case 'fold':
      // A rule is a heading, so that people can go from one to the next.
      return (
        <details id={block.id} class={classOf(block.mark)} open={block.open === 'everywhere'}>
          <summary>{block.id === undefined ? lineOf(block) : <h3>{lineOf(block)}</h3>}</summary>
          <div>{blocksOf(block.blocks)}</div>
        </details>
      );
  }
}

const blocksOf = (blocks: readonly Block[]): Child[] => blocksIn('page', blocks).map(blockOf);

/** Results that the list of rules can be limited to. Styles do it, so no script is needed. */
const FILTERS = { all: 'all rules', fail: 'failed', undecided: 'undecided', pass: 'passed' } as const;

const filters = (
  <fieldset>
    <legend class="heard">Show</legend>
    {Object.entries(FILTERS).map(([value, label]) => (
      <label>
        <input type="radio" name="show" id={`show-${value}`} checked={value === 'all'} /> {label}
      </label>
    ))}
  </fieldset>
);

function bodyOf({ kind, mark, title, lead, about, notices, parts, foot }: Document): Child {
  const shown = partsIn('page', parts);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the result
      </a>
      <header class={classOf(mark)}>
        <p>{kind}</p>
        <h1>{title}</h1>
        <p class="lead">{said(joined(lead, ' '))}</p>
        {about.map((words) => (
          <p class="about">{said(words)}</p>
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
        {notices.map((words) => (
          <p class="notice is-error">{said(words)}</p>
        ))}
        {shown.map((part) => (
          <section id={part.id} class={classOf(part.mark)}>
            <h2>{part.title}</h2>
            {part.note === undefined ? null : <p>{part.note}</p>}
            {blocksOf(part.blocks)}
            {part.id === 'overview' ? filters : null}
          </section>
        ))}
      </main>
      <footer>{said(foot)}</footer>
    </>
  );
}

// Files, so that editors and checks know them as what they are; the build copies them.
const textOfFile = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [style, script] = [textOfFile('./page.css'), textOfFile('./page.js')];

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows the page's own style and script, and nothing else, even if foreign markup got in. */
const POLICY = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

function textOf(shown: Child): string {
  const markup = <>{shown}</>;
  if (markup instanceof Promise) throw new Error('no part of a page is waited for');
  return markup.toString();
}

/** Renders markup, in which no CI runner recognises a command, so that a job can print the page. */
const rendered = (shown: Child) => raw(breakInMarkup(textOf(shown)));

/** Lays a document out as a page in one file, which loads nothing. */
export const page = (document: Document): string =>
  `<!DOCTYPE html>\n${textOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="generator" content="issue-conformance" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{rendered(`${document.title}: ${plain(document.about[0] ?? [document.kind])}`)}</title>
        <style>{raw(style)}</style>
      </head>
      <body>
        {rendered(bodyOf(document))}
        <script>{raw(script)}</script>
      </body>
    </html>,
  )}\n`;
