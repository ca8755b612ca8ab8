import type { Changes } from './changes.ts';
import { changesView } from './changes-view.ts';
import { viewPage } from './html/page.tsx';
import { viewMarkdown } from './markdown.ts';
import type { Matrix } from './matrix.ts';
import { matrixView } from './matrix-view.ts';
import { viewText } from './text.ts';
import type { View } from './view.ts';

/** Output formats of a comparison. */
export type ComparisonFormat = 'text' | 'markdown' | 'html';

interface Terminal {
  readonly color: boolean;
  /** Columns; only the format `text` uses them. */
  readonly width: number;
}

type Renderers<What> = Readonly<Record<ComparisonFormat, (what: What, terminal: Terminal) => string>>;

const renderersOf = <What>(viewOf: (what: What) => View): Renderers<What> => ({
  text: (what, terminal) => viewText(viewOf(what), terminal),
  markdown: (what) => viewMarkdown(viewOf(what)),
  html: (what) => viewPage(viewOf(what)),
});

/** Renderers for the changes between two reports. */
export const renderChanges: Renderers<Changes> = renderersOf(changesView);

/** Renderers for several reports, a column each. */
export const renderMatrix: Renderers<Matrix> = renderersOf(matrixView);
