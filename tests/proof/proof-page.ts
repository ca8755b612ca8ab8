import { exitZero } from '../../proof/exceptions.ts';
import { faults } from '../../proof/faults/index.ts';
import { frozenVerdicts, rulesWith } from '../../proof/verdicts.ts';
import { type Cell, cellName, cells } from './cells.ts';
import { type Standing, standingOfCell, wrongPassesIn } from './standing.ts';

/** Returns the frozen verdicts of a cell. */
export const frozenLetters = (cell: Cell): string => frozenVerdicts.get(cellName(cell)) ?? '';

/** Returns the rules that fail on a fault and that it breaks. */
export function caught(
  { id, breaks }: (typeof faults)[number],
  profile: 'quick' | 'standard',
): readonly string[] {
  const failed = rulesWith(frozenLetters({ kind: 'fault', id, profile }), 'fail');
  return failed.filter((rule) => breaks.includes(rule));
}

/** Returns what docs/proof.md counts in the frozen verdicts, and the faults that it names. */
function proofTable(): string {
  const plain = cells.filter(
    (cell) => cell.profile === 'standard' && cell.setting === undefined && !('circumstance' in cell),
  );
  const count = (kind: Cell['kind'], standing?: Standing): number =>
    plain.filter(
      (cell) =>
        cell.kind === kind &&
        (standing === undefined || standingOfCell(cell, frozenLetters(cell)) === standing),
    ).length;
  const rows: readonly (readonly [measure: string, result: string | number])[] = [
    ['services with an injected fault', faults.length],
    ['… caught, `standard`', count('fault', 'caught')],
    ['… caught, `quick`', faults.filter((fault) => caught(fault, 'quick').length > 0).length],
    ['… undecided (exit 3), `standard`', count('fault', 'undecided')],
    ['… passed with exit 0, `standard`', count('fault', 'exit 0')],
    ['conforming services, unusual or on a bad day', count('variant')],
    ['… on which a rule failed', count('variant', 'alarm')],
    ['servers that implement nothing', count('nothing')],
    ['… on which a rule passed', count('nothing', 'exit 0')],
    ['faults on which a rule failed that they do not break', count('fault', 'alarm')],
    [
      'rules that passed although a fault breaks them, `standard`',
      plain.flatMap((cell) => wrongPassesIn(cell, frozenLetters(cell))).length,
    ],
  ];
  const reasons = [...new Set(Object.values(exitZero))].map((reason) => {
    const ids = Object.entries(exitZero).flatMap(([id, other]) => (other === reason ? [`\`${id}\``] : []));
    return `- ${ids.join(', ')}: ${reason}`;
  });
  return [
    '| measure | result |',
    '| --- | --- |',
    ...rows.map(([measure, result]) => `| ${measure} | ${result} |`),
    '',
    'These faults end with exit 0 in `standard`:',
    '',
    ...reasons,
  ].join('\n');
}

/** Returns a text with other lines between two lines that contain marks. @throws {Error} if a mark is missing */
export function between(text: string, name: string, inner: string): string {
  const [start, end] = [text.indexOf(`${name}:start`), text.indexOf(`${name}:end`)];
  if (start === -1 || end < start) throw new Error(`No marks ${name}`);
  const [from, to] = [text.indexOf('\n', start) + 1, text.lastIndexOf('\n', end) + 1];
  return `${text.slice(0, from)}${inner}\n${text.slice(to)}`;
}

/** Returns the text of docs/proof.md with its numbers brought up to date. @throws {Error} if a mark is missing */
export const proofPage = (text: string): string => between(text, 'counts', `\n${proofTable()}\n`);
