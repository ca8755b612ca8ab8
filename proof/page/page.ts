import type { NeededRecord } from '../record/needed.ts';
import type { ProofRecord } from '../record/record.ts';
import { leadText, missedBy } from './lead.ts';
import { neededText } from './needed.ts';
import { codeSpans } from './pipe-table.ts';
import {
  catchesTable,
  circumstancesTable,
  crossedTable,
  faultsTable,
  missedReasons,
  statementsTable,
  variantsTable,
  wrongPassList,
} from './tables.ts';

const BACK = 'Made by `npm run proof`; [the proof](../proof.md) says what it shows.';

const pageOf = (title: string, ...parts: readonly string[]): string =>
  `${[`# ${title}`, BACK, ...parts].join('\n\n')}\n`;

/** Returns the pages as Markdown, by path in `docs/`. */
export const proofPages = (record: ProofRecord, needed: NeededRecord): Readonly<Record<string, string>> => ({
  'proof.md': leadText(record),
  'proof/specification.md': pageOf(
    'The specification, statement by statement',
    'Sections are those of the specification, *Issue Tracking Service: List and Create Issues*. Where it leaves something open, a rule\nwhose id begins with `observed` records what the service does.',
    statementsTable(),
  ),
  'proof/rules.md': pageOf(
    'Rules, and the faults that each of them catches',
    '`issue-conformance explain RULE` describes a rule.',
    catchesTable(record),
  ),
  'proof/faults.md': pageOf(
    'Faults, and the rules that catch them',
    '`issue-conformance serve --fault ID` starts the bundled service with a fault.',
    `Missed by \`standard\`: ${codeSpans(missedBy(record, 'standard'))}.`,
    `Missed by \`quick\`, most of them because they need a generated value, several parameters at once or a second caller:\n${codeSpans(missedBy(record, 'quick'))}.`,
    faultsTable(record),
  ),
  'proof/circumstances.md': pageOf(
    'List faults under circumstances, and wrong passes',
    'Each list fault is combined with each of these circumstances.',
    circumstancesTable(record),
    `Why some are not caught:\n\n${missedReasons(record)}`,
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
