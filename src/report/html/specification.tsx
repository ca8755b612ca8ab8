import { toneNames, toneOf, tones, tonesOf } from '../../results/tones.ts';
import { partOf, sections } from '../../results/topics.ts';
import { countOf } from '../text.ts';
import { anchorsOf, type PlacedRule, type Places } from './anchors.ts';
import { named } from './fit.ts';
import { Mark, Part } from './parts.tsx';

/** A section of the specification with a heading, and its rules. */
export interface Section {
  readonly section: string;
  /** `null` for a section that this version does not know. */
  readonly title: string | null;
  /** Name of the section in the filter: `8`. */
  readonly slug: string;
  readonly rules: readonly PlacedRule[];
}

/**
 * Returns the sections of the specification in order, also those without rules. Unknown sections of the
 * report come last.
 */
export function sectionsOf({ all }: Places): readonly Section[] {
  const found = new Map<string, Set<PlacedRule>>(sections.map(({ section }) => [section, new Set()]));
  for (const place of all) {
    for (const part of place.rule.sections.map(partOf)) {
      const rules = found.get(part);
      if (rules === undefined) found.set(part, new Set([place]));
      else rules.add(place);
    }
  }
  const slugs = anchorsOf('', [...found.keys()]);
  return [...found].map(([section, rules], index) => ({
    section,
    title: sections.find((each) => each.section === section)?.title ?? null,
    slug: slugs[index] ?? '',
    rules: [...rules],
  }));
}

const NAME = 90;
const NUMBER = 120;
/** Most sections shown. The specification has fewer; a foreign report may name any number. */
const SECTIONS_SHOWN = 60;
/** Tones of rules that are drawn as a sign without their name, because they need no attention. */
const QUIET = new Set(['pass', 'observed']);

function Rule({ place: { index, anchor, rule } }: { readonly place: PlacedRule }) {
  const tone = toneOf(rule);
  const { sign, word } = tones[tone];
  const isQuiet = QUIET.has(tone);
  const name = named(rule.id, NAME);
  return (
    <li data-rule={index}>
      <a
        class={isQuiet ? `dot is-${tone}` : `chip is-${tone}`}
        href={`#${anchor}`}
        title={isQuiet ? name : undefined}
      >
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
        {isQuiet ? null : name} <span class="sr">{isQuiet ? `${name}, ${word}` : word}</span>
      </a>
    </li>
  );
}

/** Returns `1 fail, 6 pass, 3 observed`. */
const verdictsOf = (rules: readonly PlacedRule[]): string =>
  tonesOf(rules.map(({ rule }) => rule))
    .map(({ tone, count }) => `${count} ${tones[tone].word}`)
    .join(', ');

function Row({ section: { section, title, rules } }: { readonly section: Section }) {
  return (
    <li class="map-part">
      <div>
        <h3>
          <span class="map-number">{named(section, NUMBER)}</span> {title ?? 'Not a section of this version'}
        </h3>
        <p class="muted map-counts">
          {rules.length === 0
            ? 'no rules in this run'
            : `${countOf(rules.length, 'rule')}: ${verdictsOf(rules)}`}
        </p>
      </div>
      {rules.length === 0 ? null : (
        <ul class="chips">
          {rules.map((place) => (
            <Rule place={place} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The specification as a map that shows which sections hold on this target. */
export function Specification({ all }: { readonly all: readonly Section[] }) {
  const used = new Set(all.flatMap(({ rules }) => rules.map(({ rule }) => toneOf(rule))));
  return (
    <Part
      id="map"
      title="The specification"
      intro="Rules by section of the specification; click one for its result."
    >
      {used.size === 0 ? null : (
        <ul class="legend">
          {toneNames
            .filter((tone) => used.has(tone))
            .map((tone) => (
              <li>
                <Mark tone={tone} />
              </li>
            ))}
        </ul>
      )}
      <ol class="card map">
        {all.slice(0, SECTIONS_SHOWN).map((section) => (
          <Row section={section} />
        ))}
      </ol>
      {all.length > SECTIONS_SHOWN ? (
        <p class="muted">{all.length - SECTIONS_SHOWN} more are not shown.</p>
      ) : null}
    </Part>
  );
}
