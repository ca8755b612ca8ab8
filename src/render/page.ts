import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
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

/** Markup, in which each text between tags was escaped. */
type Markup = ReturnType<typeof html>;

const classOf = (mark: VerdictStyle | undefined): Markup =>
  raw(mark === undefined ? '' : ` class="is-${mark}"`);

const said = (words: RichText): (string | Markup)[] =>
  words.flatMap((word) => {
    if (typeof word === 'string') return word;
    if ('to' in word)
      return word.mark === undefined
        ? html`<a href="${word.to}">${said(word.words)}</a>`
        : html`<a class="cell is-${word.mark}" title="${plain(word.words)}" href="${word.to}"><b aria-hidden="true">${verdictStyles[word.mark].sign}</b></a>`;
    if (word.isCode) return html`<code>${word.said}</code>`;
    return word.said.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
  });

/** A line with its sign, whose word is read aloud. */
function lineOf({ mark, words }: Pick<Item, 'mark' | 'words'>): Markup {
  if (mark === undefined) return html`${said(words)}`;
  const { sign, word } = verdictStyles[mark];
  return html`<b class="sign" aria-hidden="true">${sign}</b><span class="heard">${word}:</span> ${said(words)}`;
}

function tableOf({ name, heads, rows }: Block & { is: 'table' }): Markup {
  const cellOf = (cell: Item, at: number): Markup =>
    at === 0
      ? html`<th scope="row"${classOf(cell.mark)}>${lineOf(cell)}</th>`
      : html`<td${classOf(cell.mark)}>${lineOf(cell)}</td>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table>
${heads.length > 0 && html`<thead><tr>${heads.map((words) => html`<th scope="col">${said(words)}</th>`)}</tr></thead>`}
<tbody>${rows.map((cells) => html`<tr${idOf(cells[0])}>${cells.map(cellOf)}</tr>\n`)}</tbody>
</table></div>`;
}

const idOf = (item: Pick<Item, 'id'> | undefined): Markup | null =>
  item?.id === undefined ? null : html` id="${item.id}"`;

function blockOf(block: Block): Markup {
  switch (block.is) {
    case 'text':
      return html`<p${classOf(block.mark)}>${said(block.words)}</p>`;
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li${classOf(item.mark)}>${lineOf(item)}</li>`)}</ul>`;
    case 'table':
      return tableOf(block);
    case 'code':
      if (block.title === undefined) return html`<pre>${block.text}</pre>`;
      // A click selects the text.
      return html`<div class="copied"><span>${block.title}</span><pre class="command">${block.text}</pre></div>`;
    case 'fold': {
      const line = lineOf(block);
      // A rule is a heading, so that people can go from one to the next.
      // A browser opens a fold if a link leads into it.
      return html`<details${classOf(block.mark)}${block.open === true && raw(' open')}>
<summary>${block.id === undefined ? line : html`<h3>${line}</h3>`}</summary>
<div${idOf(block)}>${blocksOf(block.blocks)}</div></details>\n`;
    }
  }
}

const blocksOf = (blocks: readonly Block[]): Markup[] => blocksIn('page', blocks).map(blockOf);

function bodyOf({ kind, mark, title, lead, about, notices, parts, foot }: Document): Markup {
  const shown = partsIn('page', parts);
  const links = shown.map((part) => html`<a href="#${part.id}">${part.title}</a>\n`);
  return html`<a class="skip" href="#main">Skip to the result</a>
<header${classOf(mark)}><p>${kind}</p><h1>${title}</h1>
<p>${said(joined(lead, ' '))}</p>
${about.map((words) => html`<p class="about">${said(words)}</p>\n`)}
${links.length > 1 && html`<nav aria-label="Contents">${links}</nav>`}</header>
<main id="main">${notices.map((words) => html`<p class="notice is-error">${said(words)}</p>\n`)}
${shown.map(
  (part) => html`<section id="${part.id}"${classOf(part.mark)}><h2>${part.title}</h2>
${blocksOf(part.blocks)}</section>\n`,
)}</main>
<footer>${said(foot)}</footer>`;
}

// A file, so that editors and checks know it as what it is; the build copies it.
const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8');

/** Allows the page's own style, and nothing else, even if foreign markup got in. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`;

function textOf(markup: Markup): string {
  if (markup instanceof Promise) throw new Error('no part of a page is waited for');
  return markup.toString();
}

/** Renders markup, in which no CI runner recognises a command, so that a job can print the page. */
const rendered = (markup: Markup): Markup => raw(breakInMarkup(textOf(markup)));

/** Lays a document out as a page in one file, which loads nothing. */
export function page(document: Document): string {
  const title = `${document.title}: ${plain(document.about[0] ?? [document.kind])}`;
  return textOf(html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/><meta name="generator" content="issue-conformance"/>
<meta http-equiv="Content-Security-Policy" content="${POLICY}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>${rendered(html`${title}`)}</title>
<style>${raw(style)}</style></head>
<body>${rendered(bodyOf(document))}</body></html>
`);
}
