import { type VerdictStyle, verdictStyles } from '../report/verdict-styles.ts';
import { type Block, blocksIn, type Document, type Part, partsIn, plain, text } from './document.ts';
import { breakInText } from './runner-commands.ts';
import { blocksText, styleFor } from './terminal.ts';

const linesOf = (blocks: readonly Block[]): string =>
  breakInText(blocksText(blocks, styleFor({ color: false, width: 100 })));

const signOf = (mark: VerdictStyle | undefined): string =>
  mark === undefined ? '' : `${verdictStyles[mark].emoji} `;

/** Returns lines as code, in which nothing is markup, a mention, a reference or a link. */
function fenced(lines: string): string {
  const runs = lines.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map(({ length }) => length)) + 1);
  return `${fence}text\n${lines}\n${fence}`;
}

/** Returns a part: its heading, its other blocks, then its folds. */
function sectionsOf(part: Part): string[] {
  const blocks = blocksIn('markdown', part.blocks);
  const unfolded = blocks.filter(({ is }) => is !== 'fold');
  const folds = blocks.flatMap((block) => {
    if (block.is !== 'fold') return [];
    const line = breakInText(plain(block.words)).replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const summary = `<summary>${signOf(block.mark)}<code>${line}</code></summary>`;
    const open = block.open === true ? ' open' : '';
    return [`<details${open}>\n${summary}`, fenced(linesOf(block.blocks)), '</details>'];
  });
  const heading = `### ${signOf(part.mark)}${part.title}`;
  return [heading, ...(unfolded.length === 0 ? [] : [fenced(linesOf(unfolded))]), ...folds];
}

const close = (block: Block): Block => (block.is === 'fold' ? { ...block, open: false } : block);

/** GitHub limits comments to 65,536 characters; this leaves room for the head. */
const COMMENT_BYTES = 50_000;

/** Returns the whole document, or the beginning of it with folds as lines. */
export function markdown({ mark, title, lead, about, notices, parts, foot }: Document): string {
  const remarks = notices.map((words): Block => ({ is: 'text', mark: 'error', words }));
  const head = [
    `<!-- Report of issue-conformance -->\n## ${signOf(mark)}${title}`,
    fenced(linesOf([...[...lead, ...about].map(text), ...remarks])),
  ];
  const shown = partsIn('markdown', parts);
  const whole = [...shown.flatMap(sectionsOf), fenced(linesOf([text(foot)]))].join('\n\n');
  if (Buffer.byteLength(whole) <= COMMENT_BYTES) return `${head.join('\n\n')}\n\n${whole}\n`;
  const closed = shown.map(({ title: heading, blocks }) => `${heading}\n\n${linesOf(blocks.map(close))}`);
  const cut = Buffer.from(closed.join('\n\n')).subarray(0, COMMENT_BYTES).toString();
  return `${[...head, 'Truncated; conformance.json has the rest.', fenced(cut)].join('\n\n')}\n`;
}
