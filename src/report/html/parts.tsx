import type { PropsWithChildren } from 'hono/jsx';
import type { tonesOf } from '../../results/tones.ts';
import { type Tone, tones } from '../../results/tones.ts';
import type { RuleReport } from '../model.ts';
import { dayAndTimeOf } from '../text.ts';
import { limits, named, shownInPage } from './fit.ts';

type PartProps = PropsWithChildren<{
  readonly id: string;
  readonly title: string;
  /** A sentence about the part. */
  readonly intro?: string;
}>;

/** A part of a page with a heading that links can lead to. */
export function Part({ id, title, intro = '', children }: PartProps) {
  return (
    <section class="part" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {intro === '' ? null : <p class="intro">{intro}</p>}
      {children}
    </section>
  );
}

/** A note that the script shows if the filter hides a whole part. A part that is empty anyway has none. */
export function NoneMatch({ of }: { readonly of: readonly unknown[] }) {
  return of.length === 0 ? null : (
    <p class="muted" data-none-match hidden>
      None of these match the filter.
    </p>
  );
}

/** Matches code between backticks in the catalogue's statements: short, of plain characters. */
const CODE = /`([\w=&.,:+\-/ ]{1,40})`/;
const SPANS = 6;

/**
 * The statement of a rule, with code marked up. Statements with more code than the catalogue's are shown
 * plain.
 */
export function Statement({ text }: { readonly text: string }) {
  const parts = shownInPage(text, limits.prose).split(CODE);
  // Every second part was between backticks.
  const plain = parts.slice(0, 2 * SPANS + 1);
  return plain.length < parts.length ? (
    <>{shownInPage(text, limits.prose)}</>
  ) : (
    <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
  );
}

const SECTIONS = 6;
const SECTION = 120;

/** Returns the sections of a rule as citations, as many as fit: `§ 4.1, 7`. */
export function shownSections({ sections }: Pick<RuleReport, 'sections'>): string {
  const cited = sections.slice(0, SECTIONS).map((section) => named(section, SECTION));
  const more = sections.length > SECTIONS ? ', …' : '';
  return cited.length === 0 ? 'no section' : `§\u00a0${cited.join(', ')}${more}`;
}

/** The level of a rule and its sections. */
export function RuleTags({ rule }: { readonly rule: RuleReport }) {
  return (
    <>
      <span class="tag">{rule.level}</span> <span class="tag">{shownSections(rule)}</span>
    </>
  );
}

type ToneCount = ReturnType<typeof tonesOf>[number];

/** The sign and the word of a tone. */
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

/** A bar divided by tone. Screen readers skip it, because the text beside it says the same. */
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
            width={Math.max(1, width - (left < WIDTH - 0.5 ? 4 : 0)).toFixed(1)}
            height={height}
          />
        );
      })}
    </svg>
  );
}

export function When({ iso }: { readonly iso: string }) {
  return <time datetime={iso}>{dayAndTimeOf(iso, 'long')}</time>;
}

/** Returns a duration: `850 ms`, `4.2 s`, `3 min 20 s`. */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60).toLocaleString('en')} min ${seconds % 60} s`;
}
