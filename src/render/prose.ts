import type { InlineCode, PhrasingContent, Text } from 'mdast';

type Word = Text | InlineCode;

/** Matches words of letters, digits and punctuation that have no meaning in Markdown. */
const HARMLESS = /^[\p{L}\p{M}\p{N}.,;!?'"()\-–—…/%§→’“”]+$/u;
/** Matches what GitHub links (addresses, references such as `GH-1`, commits), and command line options. */
const LINKED_BY_GITHUB = /www\.|[a-z]-\d|[0-9a-f]{7}|^--/i;
/** A word, with the punctuation before and after it that stays outside the code. */
const WORD = /^(["'(]*)(.*?)([.,:;!?)"']*)$/su;

const plain = (value: string): Word => ({ type: 'text', value });
const code = (value: string): Word => ({ type: 'inlineCode', value });

/** Returns a word or white space as text, or as code if GitHub could give it a meaning. */
function wordsOf(part: string): Word[] {
  if (part.trim() === '') return [plain(part === '' ? '' : ' ')];
  const [, before = '', core = '', after = ''] = WORD.exec(part) ?? [];
  if (core === '' || (HARMLESS.test(core) && !LINKED_BY_GITHUB.test(core))) return [plain(part)];
  return [plain(before), code(core), plain(after)];
}

/** Merges neighbours of one kind, because adjacent inline codes would be parsed as one with other ends. */
function merged(words: readonly Word[]): Word[] {
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

/** Returns a sentence of a report as text and code: nothing in it is markup, a mention, a reference or a link. */
export const prose = (said: string): PhrasingContent[] =>
  merged(
    said
      .trim()
      .split(/`([^`]+)`/)
      .flatMap((piece, at) => (at % 2 === 1 ? [code(piece)] : piece.split(/(\s+)/).flatMap(wordsOf))),
  );
