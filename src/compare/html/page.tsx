import type { Child } from 'hono/jsx';
import { documentOf } from '../../report/html/document.tsx';
import { limits, shownInPage } from '../../report/html/fit.ts';
import { Mark, Part, Statement } from '../../report/html/parts.tsx';
import { tones } from '../../results/tones.ts';
import type { Entry, GridRow, View, ViewBlock } from '../view.ts';
import style from './compare.css?raw';

/** With more columns than this, headings are turned. */
const UPRIGHT_COLUMNS = 5;
/** Columns that fit beside the rule names in a window of 1280 pixels. */
const FITS = 13;

type BlockOf<Kind extends ViewBlock['kind']> = Extract<ViewBlock, { readonly kind: Kind }>;

/** Returns a box that scrolls sideways, so that the page does not. */
const scrolling = (name: string, table: Child, how = ''): Child => (
  <div class={`scroll ${how}`} tabindex={0} role="region" aria-label={`${name}, a table that may scroll`}>
    {table}
  </div>
);

function EntryLine({ entry: { tone, about, change, worse, seen } }: { readonly entry: Entry }) {
  return (
    <>
      <span class="sign" aria-hidden="true">
        {tones[tone].sign}
      </span>
      <span class="sr">{tones[tone].word}: </span>{' '}
      {about.map((name, index) => (
        <>
          {index === 0 ? null : ', '}
          <code class="id">{name}</code>
        </>
      ))}{' '}
      {change === '' ? null : <span class="mark">{change}</span>}{' '}
      {worse ? <strong class="tag worse">worse</strong> : null}{' '}
      {seen === '' ? null : <span class="seen">{shownInPage(seen, limits.prose)}</span>}
    </>
  );
}

/** A line with its details folded. */
function EntryItem({ entry }: { readonly entry: Entry }) {
  const { key, tone, statement, details, folded } = entry;
  const line = <EntryLine entry={entry} />;
  const said =
    statement === '' ? null : (
      <p class="statement">
        <Statement text={statement} />
      </p>
    );
  const facts =
    details.length === 0 ? null : (
      <dl class="facts">
        {details.map(({ label, text }) => (
          <>
            <dt>{label}</dt>
            <dd>{shownInPage(text, limits.prose)}</dd>
          </>
        ))}
      </dl>
    );
  const isPlain = folded === 'nowhere' || (said === null && facts === null);
  return (
    <li class={`entry is-${tone}`} id={key === '' ? undefined : key}>
      {isPlain ? <p>{line}</p> : null}
      {isPlain ? (
        [said, facts]
      ) : (
        <details class="fold" data-print>
          <summary>{line}</summary>
          {said}
          {facts}
        </details>
      )}
    </li>
  );
}

function Entries({ block: { title, entries } }: { readonly block: BlockOf<'entries'> }) {
  return (
    <div class="group">
      {title.trim() === '' ? null : <h3>{title}</h3>}
      <ul class="entries">
        {entries.map((entry) => (
          <EntryItem entry={entry} />
        ))}
      </ul>
    </div>
  );
}

function Table({ block: { caption, heads, rows } }: { readonly block: BlockOf<'table'> }) {
  return scrolling(
    caption,
    <table class="table runs stacks">
      <caption class="sr">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col">{head === '' ? <span class="sr">What</span> : head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr>
            <th scope="row">
              {first?.href === undefined ? first?.text : <a href={first.href}>{first.text}</a>}
            </th>
            {cells.map(({ text, quoted, tone }, index) => (
              <td class={quoted === true ? 'id' : undefined} data-label={heads[index + 1]}>
                {tone === undefined ? text : <strong class={`mark is-${tone}`}>{text}</strong>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>,
  );
}

const Unequal = () => (
  <span class="unequal">
    <span aria-hidden="true">≠</span> <span class="sr">differs: </span>
  </span>
);

/** A glyph that links to its details. */
function Cell({ cell: { tone, seen, leadsTo, href } }: { readonly cell: GridRow['cells'][number] }) {
  // The report of the target has all details; this page has only the differences.
  const target = href || (leadsTo && `#${leadsTo}`);
  const glyph = (
    <>
      <span aria-hidden="true">{tones[tone].sign}</span>
      <span class="sr">{tones[tone].word}</span>
    </>
  );
  return (
    <td class={`is-${tone}`}>
      {target === '' ? (
        <span class="glyph">{glyph}</span>
      ) : (
        <a class="glyph" href={target} title={seen === '' ? undefined : shownInPage(seen, limits.name)}>
          {glyph}
        </a>
      )}
    </td>
  );
}

function Grid({
  name,
  block: { heads, topics },
}: {
  readonly name: string;
  readonly block: BlockOf<'grid'>;
}) {
  return scrolling(
    name,
    <table class={`table matrix ${heads.length > UPRIGHT_COLUMNS ? 'many' : 'few'}`}>
      <caption class="sr">{name}, by target</caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          {heads.map(({ letter, label, href }) => (
            <th scope="col">
              <span class="head">
                <span class="letter">{letter}</span>{' '}
                {href === '' ? <span>{label}</span> : <a href={href}>{label}</a>}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {topics.map(({ title, members }) => (
        <tbody>
          <tr class="topic">
            <th colspan={heads.length + 1} scope="rowgroup">
              <span>{title}</span>
            </th>
          </tr>
          {members.map(({ id, statement, differs, cells }) => (
            <tr>
              <th scope="row">
                {differs ? <Unequal /> : null}
                <code class="id">{id}</code>
                <span class="statement">
                  <Statement text={statement} />
                </span>
              </th>
              {cells.map((cell) => (
                <Cell cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>,
    heads.length > FITS ? 'sticky' : 'sticky fits',
  );
}

/** @param name the accessible name of a table */
function blockOf(block: ViewBlock, name: string): Child {
  switch (block.kind) {
    case 'entries':
      return <Entries block={block} />;
    case 'table':
      return <Table block={block} />;
    case 'legend':
      return (
        <p class="legend">
          {block.tones.map((tone) => (
            <Mark tone={tone} />
          ))}
          <span>
            <Unequal /> targets differ
          </span>
        </p>
      );
    case 'grid':
      return <Grid name={name} block={block} />;
    case 'rest':
      return (
        <details class="fold">
          <summary>{block.title}</summary>
          <div>{block.blocks.map((each) => blockOf(each, block.title))}</div>
        </details>
      );
  }
}

/** Renders a comparison as a page in one file. */
export function viewPage({ kind, tone, title, sentences, remarks, parts }: View): string {
  const columns = parts.flatMap(({ blocks }) =>
    blocks.map((block) => (block.kind === 'grid' ? block.heads.length : 0)),
  );
  const body = (
    <>
      <a class="skip-link" href="#main">
        To the comparison
      </a>
      <header class={tone === null ? 'masthead is-plain' : `masthead is-${tone}`}>
        <p class="eyebrow">issue-conformance, {kind}</p>
        <h1>{title}</h1>
        <p class="lead">{sentences.join(' ')}</p>
        <nav class="contents" aria-label="Parts of this page">
          <ul>
            {parts.map(({ key, title: name }) => (
              <li>
                <a href={`#${key}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabindex={-1}>
        {remarks.map(({ about, text, quoted }) => (
          <p class="notice is-inconclusive">
            {about === '' ? null : <strong>{about}: </strong>}
            {text} {quoted === '' ? null : <span class="id">{quoted}</span>}
          </p>
        ))}
        {parts.map(({ key, title: name, note, blocks }) => (
          <Part id={key} title={name} intro={note}>
            {blocks.map((block) => blockOf(block, name))}
          </Part>
        ))}
      </main>
      <footer class="foot">
        <p>
          Made by issue-conformance from the reports of the runs, which hold the evidence of each verdict.
        </p>
      </footer>
    </>
  );
  return documentOf({
    title: `${title}: ${kind}`,
    style: `${style}\n:root { --columns: ${Math.max(1, ...columns)}; }`,
    body,
  });
}
