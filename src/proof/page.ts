import { catalogue } from '../catalogue/index.ts';
import { faults, variants } from '../reference/index.ts';
import { isCaught, type ProofRecord, provenCatches } from './record.ts';
import { sentences } from './sentences.ts';

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const gating = catalogue.filter(({ level }) => level !== 'observed');

function numbers(record: ProofRecord): string {
  const caught = (profile: 'standard' | 'quick') =>
    faults.filter((fault) => isCaught(record, fault, profile)).length;
  const share = (part: number): string =>
    `${part} of ${faults.length} (${Math.floor((100 * part) / faults.length)} %)`;
  const passes = Object.values(record.nothing).reduce((sum, count) => sum + count, 0);
  const seen = Object.values(record.variants);
  const alarms = seen.reduce((sum, { failed }) => sum + failed.length, 0);
  const undecided = seen.filter(({ undecided: rules }) => rules.length > 0).length;
  const { services, times, differing } = record.steadiness;
  return table(
    ['what', 'how many'],
    [
      ['faults caught by a rule that they name, `standard`', share(caught('standard'))],
      ['the same, `quick`', share(caught('quick'))],
      [
        'gating rules, each with the number of faults that it catches at least',
        `${gating.length}, ${fewest(record)}`,
      ],
      ['harmless variants, alarms among them', `${seen.length}, ${alarms}`],
      ['variants whose data leave a rule undecided', String(undecided)],
      [
        'servers that implement nothing, rules passed on them',
        `${Object.keys(record.nothing).length}, ${passes}`,
      ],
      [
        'runs of the matrix, their requests and seconds',
        `${runs(record)}, ${record.matrix.requests}, ${record.matrix.seconds}`,
      ],
      [
        'steadiness: runs with random seeds in which the verdict of a rule that decides differs',
        `${differing} of ${services * times} (${services} services, ${times} runs of each)`,
      ],
    ],
  );
}

const runs = (record: ProofRecord): number =>
  2 * (faults.length + Object.keys(record.variants).length + Object.keys(record.nothing).length);

const fewest = (record: ProofRecord): number =>
  Math.min(...gating.map(({ id }) => provenCatches(record, id, faults).length));

const documentTable = (): string =>
  table(
    ['§', 'where', 'what it says, in short', 'tried by'],
    sentences.map(({ section, place, says, rules, why }) => [
      section === '0' ? '' : section,
      cell(place),
      cell(says),
      rules.length > 0 ? codes(rules) : `nothing: ${why ?? ''}`,
    ]),
  );

const rulesTable = (record: ProofRecord): string =>
  table(
    ['rule', 'faults', 'caught'],
    gating.map(({ id }) => {
      const ids = provenCatches(record, id, faults);
      return [code(id), String(ids.length), codes(ids)];
    }),
  );

const faultsTable = (record: ProofRecord): string =>
  table(
    ['fault', 'mistake', 'caught by, of the rules that it names', '`quick`', 'other rules that failed'],
    faults.map((fault) => {
      const { id, mistake } = fault;
      const failed = record.faults[id];
      const named: readonly string[] = fault.rules;
      return [
        code(id),
        cell(mistake),
        codes(named.filter((rule) => failed?.standard.includes(rule) === true)),
        isCaught(record, fault, 'quick') ? 'yes' : 'no',
        String((failed?.standard ?? []).filter((rule) => !named.includes(rule)).length),
      ];
    }),
  );

const variantsTable = (record: ProofRecord): string =>
  table(
    ['variant', 'kind', 'how it differs', 'undecided'],
    variants.map(({ id, kind, difference }) => [
      code(id),
      kind === 'silent' ? 'the document is silent' : 'a bad day',
      cell(difference),
      codes(record.variants[id]?.undecided ?? []),
    ]),
  );

/** The page for readers, as Markdown: `docs/proof.md`. */
export function pageText(record: ProofRecord): string {
  return `# Proof

A suite whose green may be empty is worth nothing, and one that alarms wrongly is worth less. So every gating rule is seen
to fail on services that break it on purpose, and to stay quiet on services that only differ. This page is written by
\`npm run proof\`; \`npm test\` runs all of it again and fails where something has changed.

## Numbers

${numbers(record)}

Each run of the matrix tries every rule that decides, with the limits on requests that users have, on a service of its own; on
servers that implement nothing, the observations too. A fault that shows or does not depending on which request comes when may
escape one run and gets up to three; others, and variants on bad days, get a second one where the first went otherwise than
recorded, since a machine may be busy. Of the seconds and the steadiness no test decides: they are from the last
\`npm run proof\` and \`npm run steadiness\`.

## The document, statement by statement

Rules whose ids begin with \`observed\` write down what a service does where the document leaves it open.

${documentTable()}

## Rules, and the faults that each is proved to catch

\`issue-conformance explain RULE\` says more of one.

${rulesTable(record)}

## Faults, and what caught them

\`issue-conformance serve --fault ID\` starts the bundled service with one of them.

${faultsTable(record)}

## Harmless variants

${variantsTable(record)}

## Servers that implement nothing

${Object.entries(record.nothing)
  .map(([says, passes]) => `- ${says}: ${passes} rules passed`)
  .join('\n')}
`;
}
