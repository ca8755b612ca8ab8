import { gatingIds } from '../../src/model/rule-ids.ts';
import { faults } from '../faults/index.ts';
import { type Caught, isCaught, type ProofRecord, provenCatches } from '../record/record.ts';
import { variants } from '../variants/index.ts';
import { codeSpans, pipeTable } from './pipe-table.ts';

/** Returns the rows of what is measured, and not tested. */
const measured = (record: ProofRecord): readonly (readonly string[])[] => [
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
];

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
  return pipeTable(
    ['measure', 'result'],
    [
      ['injected faults caught, profile `standard`', share(caught('standard'))],
      ['injected faults caught, profile `quick`', share(caught('quick'))],
      ['gating rules; faults that each of them catches, at least', `${gatingIds.length}; ${fewest(record)}`],
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
      ...measured(record),
    ],
  );
}

const flakiness = ({ services, times, differing, failing }: ProofRecord['flakiness']['quiet']): string =>
  `${differing} of ${services * times} (${services} services, ${times} runs each); ${failing} with a failure`;

const runs = (record: ProofRecord): number =>
  2 * (faults.length + Object.keys(record.variants).length + Object.keys(record.nothing).length) +
  Object.values(record.circumstances).reduce((sum, { crossed }) => sum + crossed, 0);

const fewest = (record: ProofRecord): number =>
  Math.min(...gatingIds.map((id) => provenCatches(record, id, faults).length));

/** Returns the faults that a profile misses. */
export const missedBy = (record: ProofRecord, profile: keyof Caught): string[] =>
  faults.flatMap((fault) => (isCaught(record, fault, profile) ? [] : [fault.id]));

/** Returns the upper bound, at 95 % confidence, for the rate of an event never seen in independent tries. */
const atMost = (tries: number): string => `${(100 * (1 - 0.05 ** (1 / tries))).toFixed(1)} %`;

/** Returns the page for engineers who ask whether they can trust a verdict. */
export function leadText(record: ProofRecord): string {
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
  ${codeSpans(missedBy(record, 'standard'))}; [what \`quick\` misses](proof/faults.md) mostly takes a generated value, several parameters at
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
