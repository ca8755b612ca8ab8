import type { InlineCode, PhrasingContent, Text } from 'mdast';
import { inert, shorten } from '../text.ts';

type Word = Text | InlineCode;

const PROSE = 600;
const VALUE = 300;
const SHORTEST = 60;

/** A text made harmless to show, of at most about `most` UTF-16 units: so much less of it is kept as its escapes are longer. */
export function said(text: string, most: number): string {
  let kept = most;
  let shown = inert(shorten(text, kept));
  while (shown.length > most && kept > SHORTEST) {
    kept = Math.max(SHORTEST, Math.floor((kept * most) / shown.length) - 1);
    shown = inert(shorten(text, kept));
  }
  return shown;
}

/** What a target or its settings said, as code: there nothing is markup, a mention, a reference or a link. */
export const value = (text: string, most = VALUE): InlineCode => ({
  type: 'inlineCode',
  value: text === '' ? '(empty)' : said(text, most),
});

/** Letters and digits, and what stands between and around words without a meaning of its own. */
const HARMLESS = /^[\p{L}\p{M}\p{N}.,;!?'"()\-–—…/%§→’“”]+$/u;
/** What GitHub makes something of: addresses, references (`GH-1`, and those that an owner defines), commits; and options. */
const TELLING = /www\.|[a-z]-\d|[0-9a-f]{7}|^--/i;
/** The punctuation before and behind a word, which stays outside the code. */
const OPENING = '("\'';
const CLOSING = '.,;:!?)"\'';

/** A word without its punctuation: where it begins, and where it ends. */
function coreOf(word: string): readonly [number, number] {
  let [from, to] = [0, word.length];
  while (from < to && OPENING.includes(word.charAt(from))) from += 1;
  while (to > from && CLOSING.includes(word.charAt(to - 1))) to -= 1;
  return [from, to];
}

const plain = (text: string): Word => ({ type: 'text', value: text });
const code = (text: string): Word => ({ type: 'inlineCode', value: text });

/** A word, or the blanks between two: as code where it could be more than a word. */
function nodesOf(part: string): Word[] {
  if (/^\s*$/.test(part)) return [plain(part === '' ? '' : ' ')];
  const [from, to] = coreOf(part);
  const core = part.slice(from, to);
  if (core === '' || (HARMLESS.test(core) && !TELLING.test(core))) return [plain(part)];
  return [plain(part.slice(0, from)), code(core), plain(part.slice(to))];
}

/** Neighbours of one kind as one node: two codes side by side would be read as one that begins and ends elsewhere. */
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
 * A sentence of a report: what stands in it between backticks is code, and so is each word that is not made of letters,
 * digits and harmless punctuation, so that nothing in it is markup, a mention, a reference or a link.
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
