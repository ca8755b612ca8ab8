import type { RootContent } from 'mdast';
import type { Report } from '../model.ts';
import { type ReportView, viewOf } from '../view/view.ts';
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

/** What no part of the report can take from the others, however long they are. */
const SHARES = { lines: 18_000, cards: 12_000, lists: 3000, known: 5000, undecided: 8000 } as const;

interface Part {
  readonly filling: Filling;
  /** Bytes that it gets before others take all there is. */
  readonly share: number;
}

/** Blocks of the view as parts of the document, in its order. */
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
 * The run as Markdown for a comment on a pull request or the summary of a job, of at most 60,000 bytes. Where not everything
 * fits, observations go first, then the cards of later failures, then what the baseline lists; what is left out is said.
 */
export function markdown(report: Report): string {
  const view = viewOf(report);
  const above = [...changedSince(view), ...head(view)];
  const below = foot(view);
  return whole(view, above, below) ?? filled(view, above, below);
}

/** Returns the document with everything in it, or `null` if that is more than it may hold. */
function whole(
  view: ReportView,
  above: readonly RootContent[],
  below: readonly RootContent[],
): string | null {
  const parts = partsOf(view);
  // Markup only adds to it.
  let room = COMMENT_BYTES;
  for (const { filling } of parts) {
    room -= filling.takeUnmeasured(room);
    if (room < 0) return null;
  }
  const text = serialise([...above, ...parts.flatMap(({ filling }) => filling.blocks()), ...below]);
  return Buffer.byteLength(text) > COMMENT_BYTES ? null : text;
}

/** Returns the document with as much of each part as there is room for. */
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
