import type { Changes } from './changes.ts';
import { changesText } from './terminal/changes-text.ts';

/** What a comparison can be shown as. */
export type ComparisonFormat = 'text' | 'markdown' | 'html';

interface Terminal {
  readonly color: boolean;
  /** Columns; looked at for text alone. */
  readonly width: number;
}

/** What changed between two reports, ready to be shown. */
export function renderChanges(found: Changes, format: ComparisonFormat, terminal: Terminal): string {
  if (format === 'text') return changesText(found, terminal);
  throw new Error('not yet');
}
