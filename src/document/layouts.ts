import type { Document } from './document.ts';
import { markdown } from './markdown.ts';
import { page } from './page.tsx';
import { terminal } from './terminal.ts';

/** Names of the layouts, as `--format` of a comparison has them. */
export type LayoutName = 'text' | 'markdown' | 'html';

interface Terminal {
  readonly color: boolean;
  /** Columns; only the format `text` uses them. */
  readonly width: number;
}

/** Everything that turns a document into a text for people. */
export const layouts: Readonly<Record<LayoutName, (document: Document, options: Terminal) => string>> = {
  text: terminal,
  markdown: (document) => markdown(document),
  html: (document) => page(document),
};
