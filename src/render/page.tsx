import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import { type Document, isIn, joined, plain, type RichText } from './document.ts';
import { blocksOf, classOf, PagePlaces, Said, Signs } from './page-blocks.tsx';
import { breakInMarkup } from './runner-commands.ts';

// Files, so that editors and checks know them as what they are; the build copies them.
const textOfFile = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [style, script] = [textOfFile('./page.css'), textOfFile('./page.js')];

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
const Overview = ({ strip, legend }: NonNullable<Document['overview']>, places: PagePlaces) => (
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
  const shown = parts.filter(isIn('page'));
  const places = new PagePlaces(document);
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
