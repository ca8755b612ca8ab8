import { ruleIds } from '../engine/rule-ids.ts';
import { circumstances, faults, listFaults, variants } from '../reference/index.ts';
import { limitOf } from './limits.ts';
import { isCaught, type ProofRecord, provenCatches } from './record.ts';
import { sentences } from './sentences.ts';

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const gating = ruleIds.filter((id) => !id.startsWith('observed.'));

function numbers(record: ProofRecord): string {
  const caught = (profile: 'standard' | 'quick') =>
    faults.filter((fault) => isCaught(record, fault, profile)).length;
  const share = (part: number): string =>
    `${part} of ${faults.length} (${Math.floor((100 * part) / faults.length)} %)`;
  const passes = Object.values(record.nothing).reduce((sum, count) => sum + count, 0);
  const seen = Object.values(record.variants);
  const alarms = seen.reduce((sum, { failed }) => sum + failed.length, 0);
  const undecided = seen.filter(({ undecided: rules }) => rules.length > 0).length;
  const under = Object.values(record.circumstances);
  const crossed = under.reduce((sum, one) => sum + one.crossed, 0);
  const missed = under.reduce((sum, one) => sum + one.missed.length, 0);
  return table(
    ['what', 'how many'],
    [
      ['faults caught by a rule that they break, `standard`', share(caught('standard'))],
      ['the same, `quick`', share(caught('quick'))],
      [
        'gating rules, each with the number of faults that it catches at least',
        `${gating.length}, ${fewest(record)}`,
      ],
      [
        'list faults × circumstances caught, `standard`',
        `${crossed - missed} of ${crossed} (${Math.floor((100 * (crossed - missed)) / crossed)} %)`,
      ],
      [
        'rules that passed there while others wrote, of those that fail on the same fault where nobody writes',
        String(under.reduce((sum, { passed }) => sum + passed.length, 0)),
      ],
      ['rules that failed on any of these services and are not broken', '0'],
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
        'steadiness, over the network: runs with random seeds in which a gating verdict is another one than in most runs',
        steadiness(record.steadiness.quiet),
      ],
      ['the same, where others write meanwhile', steadiness(record.steadiness.busy)],
      [
        'chaos (latency, resets, cut bodies, 429, 5xx, restarts and another writer at once), over the network: runs on a conforming service and on broken ones, requests, and how many of them went wrong',
        `${record.chaos.runs} (${record.chaos.faults} faults), ${record.chaos.requests}, ${record.chaos.troubles}`,
      ],
      [
        'rules that failed there and are not broken, rules that passed and are, leaks of a token, hangs',
        `${record.chaos.wrongFailures}, ${record.chaos.wrongPasses}, ${record.chaos.leaks}, ${record.chaos.hangs}`,
      ],
      [
        'of the runs there on broken services, those in which a broken rule failed',
        `${record.chaos.caught} of ${record.chaos.runs / 2}`,
      ],
      ['the most memory that a run there took, in MiB', String(record.chaos.peakMb)],
    ],
  );
}

const steadiness = ({ services, times, differing, failing }: ProofRecord['steadiness']['quiet']): string =>
  `${differing} of ${services * times} (${services} services, ${times} runs of each), in ${failing} of them a failure`;

const runs = (record: ProofRecord): number =>
  2 * (faults.length + Object.keys(record.variants).length + Object.keys(record.nothing).length) +
  Object.values(record.circumstances).reduce((sum, { crossed }) => sum + crossed, 0);

const fewest = (record: ProofRecord): number =>
  Math.min(...gating.map((id) => provenCatches(record, id, faults).length));

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
    gating.map((id) => {
      const ids = provenCatches(record, id, faults);
      return [code(id), String(ids.length), codes(ids)];
    }),
  );

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

const faultsTable = (record: ProofRecord): string =>
  table(
    ['fault', 'description', 'breaks, and is caught by', 'breaks besides', '`quick`'],
    faults.map((fault) => {
      const { id, description, breaks } = fault;
      const failed: readonly string[] = record.faults[id]?.standard ?? [];
      return [
        code(id),
        cell(description),
        codes(failed),
        codes(breaks.filter((rule) => !failed.includes(rule))),
        yesOrNo(isCaught(record, fault, 'quick')),
      ];
    }),
  );

const circumstancesTable = (record: ProofRecord): string =>
  table(
    ['circumstance', 'the fault shows', 'caught', 'not caught'],
    circumstances.map(({ id, says }) => {
      const { crossed = 0, missed = [] } = record.circumstances[id] ?? {};
      return [code(id), says, `${crossed - missed.length} of ${crossed}`, codes(missed)];
    }),
  );

/** For each list fault, under which circumstances it is caught. */
const crossedTable = (record: ProofRecord): string =>
  table(
    ['fault', ...circumstances.map(({ id }) => id)],
    listFaults.map((fault) =>
      [code(fault.id)].concat(
        circumstances.map(({ id }) => yesOrNo(!(record.circumstances[id]?.missed ?? []).includes(fault.id))),
      ),
    ),
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

const DISPLACED =
  'What it shows at has moved off the pages that are asked for, or off the end of the list, by what others created, so that this rule passes';

/** The reasons why faults are not caught under a circumstance, each with those that it holds for. */
function limitsOf(record: ProofRecord): string {
  const byReason = new Map<string, string[]>();
  for (const [circumstance, { missed }] of Object.entries(record.circumstances))
    for (const fault of missed) {
      const reason = limitOf(fault, circumstance);
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${fault} (${circumstance})`]);
    }
  const lines = [...byReason].map(([reason, cases]) => `- ${reason}: ${codes(cases)}.`);
  const passed = Object.entries(record.circumstances).flatMap(([circumstance, each]) =>
    each.passed.map((one) => `${one} (${circumstance})`),
  );
  return [...lines, ...(passed.length === 0 ? [] : [`- ${DISPLACED}: ${codes(passed)}.`])].join('\n');
}

/** The page for readers, as Markdown: `docs/proof.md`. */
export function pageText(record: ProofRecord): string {
  return `# Proof

A suite whose green may be empty is worth nothing, and one that alarms wrongly is worth less. So every gating rule is seen
to fail on services that break it on purpose, and to stay quiet on services that only differ. This page is written by
\`npm run proof\`; \`npm test\` runs all of it again and fails where something has changed.

## Numbers

${numbers(record)}

Each run tries every rule that decides, with the limits on requests that users have, on a service of its own, within one
process and by a clock of its own, so that waits and other people's writes cost no time; servers that implement nothing are
real servers. A fault says all the rules that it breaks: one of them has to fail, and any other rule that fails is an alarm.
What \`quick\` finds \`standard\` finds, and \`thorough\` what \`standard\` finds, of faults that show at every request.
\`npm test\` runs every fault and every variant, and of the product of list faults and circumstances a part that has every fault
and, in every circumstance, every rule; \`npm run proof\` runs all of it. Of the seconds and the steadiness no test decides.

## Circumstances

Each list fault is crossed with each of these.

${circumstancesTable(record)}

Why one is not caught:

${limitsOf(record)}

## The document, statement by statement

Rules whose ids begin with \`observed\` write down what a service does where the document leaves it open.

${documentTable()}

## Rules, and the faults that each is proved to catch

\`issue-conformance explain RULE\` says more of one.

${rulesTable(record)}

## Faults, and what caught them

\`issue-conformance serve --fault ID\` starts the bundled service with one of them.

${faultsTable(record)}

## List faults, and under which circumstances they are caught

${crossedTable(record)}

## Harmless variants

${variantsTable(record)}

## Servers that implement nothing

${Object.entries(record.nothing)
  .map(([says, passes]) => `- ${says}: ${passes} rules passed`)
  .join('\n')}
`;
}
