import type { InlineCode, PhrasingContent, Text } from 'mdast';
import { inert, shorten } from '../report/text.ts';

type Word = Text | InlineCode;

const PROSE = 600;
const VALUE = 300;
const SHORTEST = 60;

/**
 * Returns a text made inert, of about `most` UTF-16 units: the longer its escapes, the less of it is kept.
 */
export function said(text: string, most: number): string {
  let kept = most;
  let shown = inert(shorten(text, kept));
  while (shown.length > most && kept > SHORTEST) {
    kept = Math.max(SHORTEST, Math.floor((kept * most) / shown.length) - 1);
    shown = inert(shorten(text, kept));
  }
  return shown;
}

/** Returns foreign text as inline code, in which nothing is markup, a mention, a reference or a link. */
export const value = (text: string, most = VALUE): InlineCode => ({
  type: 'inlineCode',
  value: text === '' ? '(empty)' : said(text, most),
});

/** Matches words of letters, digits and punctuation that have no meaning in Markdown. */
const HARMLESS = /^[\p{L}\p{M}\p{N}.,;!?'"()\-–—…/%§→’“”]+$/u;
/**
 * Matches text that GitHub links (addresses, references such as `GH-1`, commits), and command line options.
 */
const TELLING = /www\.|[a-z]-\d|[0-9a-f]{7}|^--/i;
/** Punctuation before and after a word that stays outside the code. */
const OPENING = '("\'';
const CLOSING = '.,;:!?)"\'';

/** Returns the start and the end of a word without its punctuation. */
function coreOf(word: string): readonly [number, number] {
  let [from, to] = [0, word.length];
  while (from < to && OPENING.includes(word.charAt(from))) from += 1;
  while (to > from && CLOSING.includes(word.charAt(to - 1))) to -= 1;
  return [from, to];
}

const plain = (text: string): Word => ({ type: 'text', value: text });
const code = (text: string): Word => ({ type: 'inlineCode', value: text });

/** Returns a word or white space as text, or as code if GitHub could give it a meaning. */
function nodesOf(part: string): Word[] {
  if (/^\s*$/.test(part)) return [plain(part === '' ? '' : ' ')];
  const [from, to] = coreOf(part);
  const core = part.slice(from, to);
  if (core === '' || (HARMLESS.test(core) && !TELLING.test(core))) return [plain(part)];
  return [plain(part.slice(0, from)), code(core), plain(part.slice(to))];
}

/** Merges neighbours of one kind, because adjacent inline codes would be parsed as one with other ends. */
function joined(words: readonly Word[]): Word[] {
  const kept: Word[] = [];
  for (const word of words) {
    if (word.value === '') continue;
    const [last, blank] = [kept.at(-1), kept.at(-2)];
    if (last?.type === word.type) last.value += word.value;
    else if (word.type === 'inlineCode' && last?.value === ' ' && blank !== undefined) {
      kept.pop();
      blank.value += ` ${word.value}`;
    } else kept.push({ ...word });
  }
  return kept;
}

/**
 * Returns a sentence of a report as text and code. Text between backticks is code, and so is each word that
 * is not only letters, digits and harmless punctuation. Nothing in it is markup, a mention, a reference or a
 * link.
 */
export function prose(text: string, most = PROSE): PhrasingContent[] {
  const pieces = said(text, most)
    .trim()
    .split(/`([^`]+)`/);
  const words = joined(
    pieces.flatMap((piece, index) =>
      index % 2 === 1 ? [code(piece)] : piece.split(/(\s+)/).flatMap(nodesOf),
    ),
  );
  return words.length === 0 ? [plain('(nothing)')] : words;
}
