import { type Tone, tones } from '../tones.ts';
import type { tonesOf } from '../view/tally.ts';

type ToneCount = ReturnType<typeof tonesOf>[number];

export const inWords = (counts: readonly ToneCount[]): string =>
  counts.map(({ tone, count }) => `${count} ${tones[tone].word}`).join(', ');

/** The sign and the word for what became of a rule. */
export function Mark({ tone }: { readonly tone: Tone }) {
  const { sign, word } = tones[tone];
  return (
    <span class={`mark is-${tone}`}>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>{' '}
      {word}
    </span>
  );
}

const WIDTH = 1000;

/** A bar parted by what became of the rules. It says nothing that the words beside it do not, so it is not read out. */
export function ToneBar({
  counts,
  height,
}: {
  readonly counts: readonly ToneCount[];
  readonly height: number;
}) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  let left = 0;
  return (
    <svg
      class="drawing bar"
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      aria-hidden="true"
    >
      {counts.map(({ tone, count }) => {
        const width = (count / total) * WIDTH;
        const x = left;
        left += width;
        return (
          <rect
            class={`fill is-${tone}`}
            x={x.toFixed(1)}
            y="0"
            width={Math.max(1, width - 4).toFixed(1)}
            height={height}
          />
        );
      })}
    </svg>
  );
}
