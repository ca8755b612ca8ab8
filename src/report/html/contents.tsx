import { knownUndecided, listedRules, pinnedRules } from '../failures.ts';
import type { Report } from '../model.ts';
import { toneOf } from '../tones.ts';

/** Links to the parts of the page, with how much stands in each. */
export function Contents({ report, hasPast }: { readonly report: Report; readonly hasPast: boolean }) {
  const tones = report.rules.map(toneOf);
  const count = (...which: readonly (typeof tones)[number][]): number =>
    tones.filter((tone) => which.includes(tone)).length;
  const known = count('known');
  const stale = report.staleBaseline?.length ?? 0;
  const { rules } = report;
  const pins = pinnedRules(rules, 'changed').length + pinnedRules(rules, 'unobserved').length;
  const expired = listedRules(rules, 'expired').length;
  const listed = knownUndecided(rules).length;
  const listedAll = listed + listedRules(rules, 'passes').length;
  const links: readonly (readonly [string, string, number?])[] = [
    ['failures', 'Failures', count('fail')],
    ...(known === 0 ? [] : [['known', 'Known failures', known] as const]),
    ...(stale === 0 ? [] : [['stale', 'Stale entries', stale] as const]),
    ...(pins === 0 ? [] : [['pins', 'Pinned observations', pins] as const]),
    ...(expired === 0 ? [] : [['expired', 'Expired entries', expired] as const]),
    ['undecided', 'Undecided', count('inconclusive', 'skip') - listed],
    ...(listedAll === 0 ? [] : [['known-undecided', 'Known to be undecided', listedAll] as const]),
    ['map', 'Section by section'],
    ['observed', 'Observed', count('observed')],
    ['latency', 'Latency'],
    ['rules', 'All rules', report.rules.length],
    ...(hasPast ? [['history', 'History'] as const] : []),
  ];
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {links.map(([id, title, number]) => (
          <li>
            <a href={`#${id}`}>{title}</a> {number === undefined ? null : <span class="muted">{number}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
