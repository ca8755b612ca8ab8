import { countOf } from '../count-of.ts';
import { toneNames, toneOf, tones } from '../tones.ts';
import type { PlacedRule } from './anchors.ts';
import { named } from './fit.ts';
import { Part } from './part.tsx';
import type { DocumentPart } from './parts-of-document.ts';
import { inWords, Mark, ToneBar, tonesOf } from './verdict.tsx';

const CHIP = 90;
const SECTION = 120;
/** More than the document has; a report that is no run's own may name any number. */
const PARTS = 60;

function Chip({ place: { index, anchor, rule } }: { readonly place: PlacedRule }) {
  const tone = toneOf(rule);
  return (
    <li data-rule={index}>
      <a class={`chip is-${tone}`} href={`#${anchor}`}>
        <span class="sign" aria-hidden="true">
          {tones[tone].sign}
        </span>
        {named(rule.id, CHIP)} <span class="sr">{tones[tone].word}</span>
      </a>
    </li>
  );
}

function PartRow({ part }: { readonly part: DocumentPart }) {
  const { section, title, rules, within } = part;
  const counts = tonesOf(rules.map(({ rule }) => rule));
  return (
    <li class="map-part">
      <div>
        <h3>
          <span class="map-number">{named(section, SECTION)}</span>{' '}
          {title ?? 'A section that this version does not know'}
        </h3>
        {rules.length === 0 ? null : <ToneBar counts={counts} height={6} />}
        <p class="muted map-counts">
          {rules.length === 0
            ? 'No rule of this run is read from it.'
            : `${countOf(rules.length, 'rule')}: ${inWords(counts)}`}
        </p>
      </div>
      {rules.length === 0 ? null : (
        <div>
          {within.slice(0, PARTS).map((each) => (
            <div data-group>
              {each.section === section ? null : <h4>§ {named(each.section, SECTION)}</h4>}
              <ul class="chips">
                {each.rules.map((place) => (
                  <Chip place={place} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </li>
  );
}

/** The service document as a map: which of its parts hold on this target. */
export function SectionMap({ parts }: { readonly parts: readonly DocumentPart[] }) {
  return (
    <Part
      id="map"
      title="The document, section by section"
      intro="Each rule stands under every section that it is read from, and leads to what is known of it."
    >
      <ul class="legend">
        {toneNames
          .filter((tone) => tone !== 'absent')
          .map((tone) => (
            <li>
              <Mark tone={tone} />
            </li>
          ))}
      </ul>
      <ol class="card map">
        {parts.slice(0, PARTS).map((part) => (
          <PartRow part={part} />
        ))}
      </ol>
      {parts.length > PARTS ? <p class="muted">{parts.length - PARTS} more are not shown.</p> : null}
    </Part>
  );
}
