import type { Report } from '../report/model.ts';

/** Which rules took part in a run, as the flags that chose them. */
export function selectionFlags({ run: { selection } }: Report): string {
  if (selection === null) return 'all rules';
  const { only, skip } = selection;
  const flags = [
    ...(only.length > 0 ? [`--only ${only.join(' ')}`] : []),
    ...(skip.length > 0 ? [`--skip ${skip.join(' ')}`] : []),
  ];
  return flags.length === 0 ? 'all rules' : flags.join(' ');
}
