import type { Changes } from './changes.ts';
import { changesPage } from './html/changes-page.tsx';
import { matrixPage } from './html/matrix-page.tsx';
import { changesMarkdown } from './markdown/changes-markdown.ts';
import { matrixMarkdown } from './markdown/matrix-markdown.ts';
import type { Matrix } from './matrix.ts';
import { changesText } from './terminal/changes-text.ts';
import { matrixText } from './terminal/matrix-text.ts';

/** What a comparison can be shown as. */
export type ComparisonFormat = 'text' | 'markdown' | 'html';

interface Terminal {
  readonly color: boolean;
  /** Columns; looked at for text alone. */
  readonly width: number;
}

type Renderers<What> = Readonly<Record<ComparisonFormat, (what: What, terminal: Terminal) => string>>;

/** What changed between two reports, ready to be shown. */
export const renderChanges: Renderers<Changes> = {
  text: changesText,
  markdown: changesMarkdown,
  html: changesPage,
};

/** Several reports side by side, ready to be shown. */
export const renderMatrix: Renderers<Matrix> = {
  text: matrixText,
  markdown: matrixMarkdown,
  html: matrixPage,
};
