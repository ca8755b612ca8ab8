import { shown } from './fit.ts';
import { limits } from './limits.ts';

/** Code between backticks, as the catalogue's statements have it: short, and of plain characters. */
const CODE = /`([\w=&.,:+\-/ ]{1,40})`/;
const SPANS = 6;

/** The sentence of a rule, its code set as code; of a sentence that is not the catalogue's no more than a few words are. */
export function Statement({ text }: { readonly text: string }) {
  const parts = shown(text, limits.prose).split(CODE);
  // Every second part is what stood between backticks.
  const plain = parts.slice(0, 2 * SPANS + 1);
  return plain.length < parts.length ? (
    <>{shown(text, limits.prose)}</>
  ) : (
    <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
  );
}
