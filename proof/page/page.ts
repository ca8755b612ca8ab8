import { ruleIds } from '../../src/model/rule-ids.ts';
import { partsOf, statementIds, statements, untried } from '../../src/model/statements.ts';
import { statementsOf } from '../../src/model/words.ts';
import { rules } from '../../suites/index.ts';
import { circumstances } from '../circumstances.ts';
import { faults, listFaults } from '../faults/index.ts';
import type { NeededRecord } from '../record/needed.ts';
import { type Caught, isCaught, type ProofRecord, provenCatches } from '../record/record.ts';
import { variants } from '../variants/index.ts';
import { limitOf } from './limits.ts';
import { neededText } from './needed.ts';
import { whyPassed } from './wrong-passes.ts';

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
  const undecided = seen.filter((one) => one.undecided.length > 0).length;
  const under = Object.values(record.circumstances);
  const crossed = under.reduce((sum, one) => sum + one.crossed, 0);
  const missed = under.reduce((sum, one) => sum + one.missed.length, 0);
  const wrong = (profile: keyof Caught): string => String(record.wrongPasses?.[profile].length ?? '');
  return table(
    ['measure', 'result'],
    [
      ['injected faults caught, profile `standard`', share(caught('standard'))],
      ['injected faults caught, profile `quick`', share(caught('quick'))],
      ['gating rules; faults that each of them catches, at least', `${gating.length}; ${fewest(record)}`],
      [
        'combinations of list fault and circumstance caught, profile `standard`',
        `${crossed - missed} of ${crossed} (${Math.floor((100 * (crossed - missed)) / crossed)} %)`,
      ],
      [
        'wrong passes: rules that passed although the fault breaks them, profile `standard`',
        wrong('standard'),
      ],
      ['wrong passes, profile `quick`', wrong('quick')],
      ['wrong passes under circumstances', String(under.reduce((sum, { passed }) => sum + passed.length, 0))],
      ['false alarms: rules that failed on any of these services and are not broken', '0'],
      ['harmless variants; false alarms on them', `${seen.length}; ${alarms}`],
      ['variants on which a rule stays undecided', String(undecided)],
      [
        'services on which private records look like public ones, with random seeds; false leaks',
        `${record.lookAlikes.tried}; ${record.lookAlikes.failed}`,
      ],
      [
        'servers that implement nothing; rules that passed on them',
        `${Object.keys(record.nothing).length}; ${passes}`,
      ],
      [
        'runs of this matrix; requests; seconds',
        `${runs(record)}; ${record.matrix.requests}; ${record.matrix.seconds}`,
      ],
      [
        'flaky verdicts: runs with random seeds, over the network, with a gating verdict that most runs do not have',
        flakiness(record.flakiness.quiet),
      ],
      ['flaky verdicts while others write', flakiness(record.flakiness.busy)],
      [
        'chaos (latency, resets, cut bodies, 429, 5xx, restarts and another writer at once, over the network): runs, half of them with an injected fault; requests; requests that went wrong',
        `${record.chaos.runs} (${record.chaos.faults} faults); ${record.chaos.requests}; ${record.chaos.troubles}`,
      ],
      [
        'false alarms under chaos; wrong passes; leaked tokens; hangs',
        `${record.chaos.wrongFailures}; ${record.chaos.wrongPasses}; ${record.chaos.leaks}; ${record.chaos.hangs}`,
      ],
      ['faults caught under chaos', `${record.chaos.caught} of ${record.chaos.runs / 2}`],
      ['peak memory of a run under chaos, in MiB', String(record.chaos.peakMb)],
    ],
  );
}

const flakiness = ({ services, times, differing, failing }: ProofRecord['flakiness']['quiet']): string =>
  `${differing} of ${services * times} (${services} services, ${times} runs each); ${failing} with a failure`;

const runs = (record: ProofRecord): number =>
  2 * (faults.length + Object.keys(record.variants).length + Object.keys(record.nothing).length) +
  Object.values(record.circumstances).reduce((sum, { crossed }) => sum + crossed, 0);

const missedBy = (record: ProofRecord, profile: keyof Caught): string[] =>
  faults.flatMap((fault) => (isCaught(record, fault, profile) ? [] : [fault.id]));

const fewest = (record: ProofRecord): number =>
  Math.min(...gating.map((id) => provenCatches(record, id, faults).length));

const statementsTable = (): string =>
  table(
    ['section', 'where', 'statement, in short', 'tested by'],
    statementIds.map((id) => {
      const { section, place } = partsOf(id);
      const tried = rules.filter((rule) => statementsOf(rule).includes(id)).map((rule) => rule.id);
      return [
        section === '0' ? '' : section,
        cell(place),
        cell(statements[id]),
        tried.length > 0 ? codes(tried) : `no rule: ${untried[id] ?? ''}`,
      ];
    }),
  );

const rulesTable = (record: ProofRecord): string =>
  table(
    ['rule', 'faults caught', 'which'],
    gating.map((id) => {
      const ids = provenCatches(record, id, faults);
      return [code(id), String(ids.length), codes(ids)];
    }),
  );

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

function faultsTable(record: ProofRecord): string {
  const passed = new Set(record.wrongPasses?.standard);
  return table(
    ['fault', 'description', 'caught by', 'also breaks', 'of these passed', 'caught by `quick`'],
    faults.map((fault) => {
      const { id, description, breaks } = fault;
      const failed: readonly string[] = record.faults[id]?.standard ?? [];
      return [
        code(id),
        cell(description),
        codes(failed),
        codes(breaks.filter((rule) => !failed.includes(rule))),
        codes(breaks.filter((rule) => passed.has(`${id}: ${rule}`))),
        yesOrNo(isCaught(record, fault, 'quick')),
      ];
    }),
  );
}

const circumstancesTable = (record: ProofRecord): string =>
  table(
    ['circumstance', 'the fault shows', 'caught', 'not caught'],
    circumstances.map(({ id, says }) => {
      const { crossed = 0, missed = [] } = record.circumstances[id] ?? {};
      return [code(id), says, `${crossed - missed.length} of ${crossed}`, codes(missed)];
    }),
  );

/** Returns the table of list faults and the circumstances under which they are caught. */
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
    ['variant', 'kind', 'difference', 'undecided rules'],
    variants.map(({ id, kind, difference }) => [
      code(id),
      kind === 'silent' ? 'the specification is silent' : 'a bad day',
      cell(difference),
      codes(record.variants[id]?.undecided ?? []),
    ]),
  );

/** Returns the reasons for missed faults, each with its faults and circumstances. */
function limitsOf(record: ProofRecord): string {
  const byReason = new Map<string, string[]>();
  for (const [circumstance, { missed }] of Object.entries(record.circumstances))
    for (const fault of missed) {
      const reason = limitOf(fault, circumstance);
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${fault} (${circumstance})`]);
    }
  return [...byReason].map(([reason, cases]) => `- ${reason}: ${codes(cases)}.`).join('\n');
}

/** Returns the wrong passes of a record, grouped by reason. */
function wrongPassList(record: ProofRecord): string {
  const places: readonly (readonly [string, readonly string[]])[] = [
    ...Object.entries(record.wrongPasses ?? {}),
    ...Object.entries(record.circumstances).map(([id, { passed }]) => [id, passed] as const),
  ];
  const byReason = new Map<string, Map<string, string[]>>();
  for (const [where, passes] of places)
    for (const pass of passes) {
      const reason = whyPassed(pass, where) ?? 'No reason is known';
      const cases = byReason.get(reason) ?? new Map<string, string[]>();
      byReason.set(reason, cases.set(pass, [...(cases.get(pass) ?? []), where]));
    }
  return [...byReason]
    .map(([reason, cases]) => {
      const named = [...cases].map(([pass, where]) => `${code(pass)} (${where.join(', ')})`);
      return `- ${reason}: ${named.join(', ')}.`;
    })
    .join('\n');
}

/** Returns the upper bound, at 95 % confidence, for the rate of an event never seen in independent tries. */
const atMost = (tries: number): string => `${(100 * (1 - 0.05 ** (1 / tries))).toFixed(1)} %`;

/** Returns the page for engineers who ask whether they can trust a verdict. */
function leadText(record: ProofRecord): string {
  const caught = (profile: keyof Caught): number => faults.length - missedBy(record, profile).length;
  const services = faults.length + variants.length + Object.keys(record.nothing).length;
  const wrong = (profile: keyof Caught): string => String(record.wrongPasses?.[profile].length ?? 0);
  return `# Proof

May a deployment hang on these verdicts? Every gating rule was seen to fail on services with an injected fault, and to pass, or to stay
undecided, on services that conform. \`npm run proof\` makes these runs and writes this page; \`npm test\`
and \`npm run test:rest\` fail if a result has changed.

- **No rule failed that holds**: on none of ${services} services, each run in \`standard\` and in \`quick\`. Of these, ${variants.length} conform
  and are unusual or have a bad day, ${faults.length} have a fault, and ${Object.keys(record.nothing).length} implement nothing.
- **${caught('standard')} of ${faults.length} faults are caught by \`standard\`**, ${caught('quick')} by \`quick\`. \`standard\` misses
  ${codes(missedBy(record, 'standard'))}; [what \`quick\` misses](proof/faults.md) mostly takes a generated value, several parameters at
  once or a second caller.
- **Wrong passes**: ${wrong('standard')} rules passed in \`standard\`, and ${wrong('quick')} in \`quick\`, although the fault breaks them.
  All of these faults show at some requests only; [each is named with its reason](proof/circumstances.md#wrong-passes).
- **Nothing passes on nothing**: no rule passed on any of the ${Object.keys(record.nothing).length} servers that implement nothing.

## What a zero means

No false alarm on ${variants.length} conforming services means that, if services of your kind were drawn like these, fewer than
${atMost(variants.length)} of them would meet one (95 % confidence). They were not drawn but written, by people who know the suite, so
take it as an order of magnitude. When a class of services was found on which a rule failed wrongly, it became a variant here.

## What a pass does not prove

- A rule that passed was tried with the values of this run. A fault at one value of a million is found by chance, if at all: nightly
  \`thorough\` runs with other seeds find more.
- A fault that shows now and then, to one caller or at one machine of several, is found less often: see the
  [circumstances](proof/circumstances.md).
- What the specification leaves open is observed, not judged; load, speed and security beyond its rules are not looked at.
- The bundled service with its faults is not your service. Of real programs, [a gallery](examples/gallery) shows the reports.

## Numbers

${numbers(record)}

Each run of the matrix tries every gating rule on a service of its own, within one process, with the same request limits as
any run. Its clock is virtual, so waits and other writers cost no time. The servers that implement nothing are real servers.
A fault names all rules that it breaks. It is caught if one of them fails; any other rule that fails is a false alarm. For
faults that show at every request, \`standard\` finds what \`quick\` finds, and \`thorough\` what \`standard\` finds.

\`npm test\` runs every fault, every variant, and a part of the combinations with circumstances: every fault, and every rule in
every circumstance. \`npm run proof\` runs all combinations. Seconds, flakiness, chaos and memory are measured, not tested.

## The tables

- [The specification, statement by statement](proof/specification.md), with the rules that try each of them
- [Rules, and the faults that each of them catches](proof/rules.md)
- [Faults, and the rules that catch them](proof/faults.md)
- [List faults under circumstances, and wrong passes](proof/circumstances.md)
- [Harmless variants, and servers that implement nothing](proof/variants.md)
- [Which guards verdicts need](proof/guards.md)
`;
}

const BACK = 'Made by `npm run proof`; [the proof](../proof.md) says what it shows.';

const pageOf = (title: string, ...parts: readonly string[]): string =>
  `${[`# ${title}`, BACK, ...parts].join('\n\n')}\n`;

/** Returns the pages as Markdown, by path in `docs/`. */
export const pagesOf = (record: ProofRecord, needed: NeededRecord): Readonly<Record<string, string>> => ({
  'proof.md': leadText(record),
  'proof/specification.md': pageOf(
    'The specification, statement by statement',
    'Sections are those of the specification, *Issue Tracking Service: List and Create Issues*. Where it leaves something open, a rule\nwhose id begins with `observed` records what the service does.',
    statementsTable(),
  ),
  'proof/rules.md': pageOf(
    'Rules, and the faults that each of them catches',
    '`issue-conformance explain RULE` describes a rule.',
    rulesTable(record),
  ),
  'proof/faults.md': pageOf(
    'Faults, and the rules that catch them',
    '`issue-conformance serve --fault ID` starts the bundled service with a fault.',
    `Missed by \`standard\`: ${codes(missedBy(record, 'standard'))}.`,
    `Missed by \`quick\`, most of them because they need a generated value, several parameters at once or a second caller:\n${codes(missedBy(record, 'quick'))}.`,
    faultsTable(record),
  ),
  'proof/circumstances.md': pageOf(
    'List faults under circumstances, and wrong passes',
    'Each list fault is combined with each of these circumstances.',
    circumstancesTable(record),
    `Why some are not caught:\n\n${limitsOf(record)}`,
    '## Wrong passes',
    'A rule that passes although the fault breaks it is a wrong pass. No rule passes on a fault that shows at every request of the\nkind that the rule names; `npm test` fails if one does. These rules passed, in the profiles and circumstances in brackets:',
    wrongPassList(record),
    '## Caught or not',
    crossedTable(record),
  ),
  'proof/variants.md': pageOf(
    'Harmless variants, and servers that implement nothing',
    variantsTable(record),
    '## Servers that implement nothing',
    Object.entries(record.nothing)
      .map(([says, passes]) => `- ${says}: ${passes} rules passed`)
      .join('\n'),
  ),
  'proof/guards.md': pageOf('Which guards verdicts need', neededText(needed)),
});
