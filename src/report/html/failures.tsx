import { countOf } from '../count-of.ts';
import { toneOf } from '../tones.ts';
import type { PlacedRule } from './anchors.ts';
import { FailureCard } from './failure-card.tsx';
import { named } from './fit.ts';
import { limits } from './limits.ts';
import { NoneMatch } from './none-match.tsx';
import { Part } from './part.tsx';

/** Bytes of the page for the exchanges of all failures together, and for those of one. */
const EVIDENCE = 700_000;
const EVIDENCE_OF_ONE = 100_000;
const STALE = 200;

/** What stands below the heading: that nothing failed is said only where something could have. */
function introOf(broken: number, rules: readonly PlacedRule[]): string {
  if (broken > 0) return `${countOf(broken, 'rule')} broken, with what shows it.`;
  const isDecided = rules.some(({ rule: { verdict } }) => verdict === 'pass' || verdict === 'fail');
  return isDecided ? 'No rule is newly broken.' : 'No rule was decided, so none could be seen to fail.';
}

interface FailuresProps {
  readonly rules: readonly PlacedRule[];
  readonly stale: readonly string[];
}

/** What is broken: first what is new, then what the baseline lists, then what it should list no longer. */
export function Failures({ rules, stale }: FailuresProps) {
  const broken = rules.filter(({ rule }) => toneOf(rule) === 'fail');
  const known = rules.filter(({ rule }) => toneOf(rule) === 'known');
  const evidence = Math.min(EVIDENCE_OF_ONE, Math.floor(EVIDENCE / (broken.length + known.length)));
  return (
    <>
      <Part id="failures" title="Failures" intro={introOf(broken.length, rules)}>
        {broken.map((placed) => (
          <FailureCard placed={placed} evidence={evidence} />
        ))}
        <NoneMatch of={broken} />
      </Part>
      {known.length === 0 ? null : (
        <Part
          id="known"
          title="Known failures"
          intro={`${countOf(known.length, 'rule')} broken that the baseline lists, so that they do not count against the exit status.`}
        >
          {known.map((placed) => (
            <FailureCard placed={placed} evidence={evidence} />
          ))}
          <NoneMatch of={known} />
        </Part>
      )}
      {stale.length === 0 ? null : (
        <Part
          id="stale"
          title="Stale entries of the baseline"
          intro="These rules do not fail any more: take them out of the baseline."
        >
          <ul class="chips">
            {stale.slice(0, STALE).map((id) => (
              <li class="tag id">{named(id, limits.name)}</li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
