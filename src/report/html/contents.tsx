import type { ReportView } from '../../results/view.ts';

type Link = readonly [id: string, title: string, count?: number];

/** Links to the parts of the page, each with its number of entries. */
export function Contents({ view, hasPast }: { readonly view: ReportView; readonly hasPast: boolean }) {
  const links: readonly Link[] = [
    ...view.blocks.map((block): Link => {
      switch (block.kind) {
        case 'failures':
          return [block.id, block.id === 'known' ? 'Known failures' : 'Failures', block.count];
        case 'list':
          return [block.id, block.short, block.items.length];
        case 'undecided':
          return ['undecided', 'Undecided', block.gating];
        case 'observations':
          return ['observed', 'Observed', block.made];
      }
    }),
    ['map', 'Specification'],
    ['latency', 'Response times'],
    ['rules', 'All rules', view.report.rules.length],
    ...(hasPast ? [['history', 'History'] as const] : []),
  ];
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {links.map(([id, title, count]) => (
          <li>
            <a href={`#${id}`}>{title}</a> {count === undefined ? null : <span class="muted">{count}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
