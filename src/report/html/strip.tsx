import { countOf } from '../count-of.ts';
import type { PastMark } from '../rule-past.ts';

const STEP = 6;
const HEIGHT = 16;

/** How a mark is drawn, so that it is told apart without its colour: by how high it stands, and how wide it is. */
const drawn: Readonly<Record<PastMark, { from: number; length: number; width: number; tone: string }>> = {
  pass: { from: 9, length: 7, width: 4, tone: 'pass' },
  fail: { from: 0, length: 16, width: 4, tone: 'fail' },
  undecided: { from: 4, length: 12, width: 1.5, tone: 'inconclusive' },
  observed: { from: 11, length: 4, width: 4, tone: 'observed' },
  absent: { from: 14, length: 2, width: 4, tone: 'absent' },
};

const words: Readonly<Record<PastMark, string>> = {
  fail: 'failed',
  pass: 'passed',
  undecided: 'undecided',
  observed: 'observed',
  absent: 'not in the run',
};

const pastMarks = ['pass', 'fail', 'undecided', 'observed', 'absent'] as const satisfies PastMark[];

function pathOf(marks: readonly PastMark[], mark: PastMark): string {
  const { from, length } = drawn[mark];
  return marks
    .flatMap((each, index) => (each === mark ? [`M${index * STEP + STEP / 2} ${from}v${length}`] : []))
    .join('');
}

/** What the last runs made of a rule, in words: `30 runs: 28 passed, 2 failed; the last: failed`. */
function marksInWords(marks: readonly PastMark[]): string {
  const parts = pastMarks.flatMap((mark) => {
    const count = marks.filter((each) => each === mark).length;
    return count === 0 ? [] : [`${count} ${words[mark]}`];
  });
  return `${countOf(marks.length, 'run')}: ${parts.join(', ')}`;
}

/** One mark a run, the oldest to the left. */
export function Strip({ marks }: { readonly marks: readonly PastMark[] }) {
  const width = marks.length * STEP;
  return (
    <svg
      class="drawing strip"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={marksInWords(marks)}
    >
      {pastMarks
        .filter((mark) => marks.includes(mark))
        .map((mark) => (
          <path
            class={`line is-${drawn[mark].tone}`}
            d={pathOf(marks, mark)}
            stroke-width={drawn[mark].width}
          />
        ))}
    </svg>
  );
}
