import type { RootContent } from 'mdast';
import { type ReportView, viewOf } from '../../results/view.ts';
import type { Report } from '../model.ts';
import {
  changedSince,
  cutNotice,
  foot,
  head,
  knownFailuresPart,
  listPart,
  observationsPart,
  undecidedPart,
} from './blocks.ts';
import { failureParts } from './failures.ts';
import type { Filling } from './filling.ts';
import { bytesOf, COMMENT_BYTES, serialise } from './nodes.ts';

/** Bytes reserved for each part, however long the others are. */
const SHARES = { lines: 18_000, cards: 12_000, lists: 3000, known: 5000, undecided: 8000 } as const;

interface Part {
  readonly filling: Filling;
  /** Bytes reserved for it. */
  readonly share: number;
}

/** Returns the parts of the document in the order of the view. */
function partsOf({ report, blocks }: ReportView): readonly Part[] {
  const part = (filling: Filling, share: number): readonly Part[] => [{ filling, share }];
  const open = blocks.find((block) => block.kind === 'undecided');
  return blocks.flatMap((block): readonly Part[] => {
    switch (block.kind) {
      case 'failures': {
        if (block.id === 'known') return part(knownFailuresPart(block), SHARES.known);
        const { lines, cards } = failureParts(block, report);
        return [...part(lines, SHARES.lines), ...part(cards, SHARES.cards)];
      }
      case 'list':
        return part(listPart(block), SHARES.lists);
      case 'undecided':
        return part(undecidedPart(block, report), SHARES.undecided);
      case 'observations':
        return open === undefined ? [] : part(observationsPart(block, open), 0);
    }
  });
}

/**
 * Renders a run as Markdown for a comment on a pull request or a job summary, of at most 60,000 bytes. If not
 * everything fits, observations are left out first, then later cards, then baseline entries. Each omission is
 * noted.
 */
export function markdown(report: Report): string {
  const view = viewOf(report);
  const above = [...changedSince(view), ...head(view)];
  const below = foot(view);
  return whole(view, above, below) ?? filled(view, above, below);
}

/** Returns the complete document, or `null` if it exceeds the limit. */
function whole(
  view: ReportView,
  above: readonly RootContent[],
  below: readonly RootContent[],
): string | null {
  const parts = partsOf(view);
  // Characters of texts are a lower bound: markup only adds to them.
  let room = COMMENT_BYTES;
  for (const { filling } of parts) {
    room -= filling.takeUnmeasured(room);
    if (room < 0) return null;
  }
  const text = serialise([...above, ...parts.flatMap(({ filling }) => filling.blocks()), ...below]);
  return Buffer.byteLength(text) > COMMENT_BYTES ? null : text;
}

/** Returns the document with as much of each part as fits. */
function filled(view: ReportView, above: readonly RootContent[], below: readonly RootContent[]): string {
  const parts = partsOf(view);
  let room = COMMENT_BYTES - bytesOf([...above, cutNotice(), ...below]);
  for (const { filling } of parts) room -= filling.fixed;
  for (const { filling, share } of parts) room -= filling.take(Math.min(room, share));
  for (const { filling } of parts) room -= filling.take(room);
  return serialise([
    ...above,
    ...(parts.some(({ filling }) => filling.isCut) ? [cutNotice()] : []),
    ...parts.flatMap(({ filling }) => filling.blocks()),
    ...below,
  ]);
}
