import { markdown } from './markdown.ts';
import { page } from './page.tsx';
import { terminal } from './terminal.ts';

/** Names of the layouts, as `--format` of a comparison has them. */
export type LayoutName = 'text' | 'markdown' | 'html';

/** Everything that turns a document into a text for people. */
export const layouts: Readonly<Record<LayoutName, typeof terminal>> = {
  text: terminal,
  markdown: (document) => markdown(document),
  html: (document) => page(document),
};
