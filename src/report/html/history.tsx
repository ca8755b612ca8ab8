import { headlineOf } from '../../results/outcome.ts';
import type { PastMark, RulePast } from '../../results/past.ts';
import type { Report } from '../model.ts';
import { countOf } from '../text.ts';
import type { PlacedRule, Places } from './anchors.ts';
import { limits, named } from './fit.ts';
import { NoneMatch, Part, When } from './parts.tsx';

const STEP = 9;
const HEIGHT = 16;

/** Marks of a run in the drawing. Height and width differ too, because some readers see no colours. */
const MARKS: Readonly<
  Record<PastMark, { from: number; length: number; width: number; tone: string; word: string }>
> = {
  fail: { from: 0, length: 16, width: 6, tone: 'fail', word: 'failed' },
  pass: { from: 9, length: 7, width: 6, tone: 'pass', word: 'passed' },
  undecided: { from: 4, length: 12, width: 2, tone: 'inconclusive', word: 'undecided' },
  observed: { from: 11, length: 4, width: 6, tone: 'observed', word: 'observed' },
  absent: { from: 14, length: 2, width: 6, tone: 'absent', word: 'not in the run' },
};
const pastMarks = ['fail', 'pass', 'undecided', 'observed', 'absent'] as const satisfies PastMark[];

/** A run of the history as the page names it. */
interface PastRun {
  readonly report: Report;
  /** Address of its report, relative to this page; `null` if unknown. */
  readonly href: string | null;
}

/** The start of a run, linked to its report if there is one. */
function RunLink({ run }: { readonly run: PastRun | undefined }) {
  if (run === undefined) return null;
  const when = <When iso={run.report.run.startedAt} />;
  return run.href === null ? when : <a href={run.href}>{when}</a>;
}

function Mark({ mark, x, title }: { readonly mark: PastMark; readonly x: number; readonly title?: string }) {
  const { from, length, width, tone } = MARKS[mark];
  return (
    <rect class={`fill is-${tone}`} x={x - width / 2} y={from} width={width} height={length}>
      {title === undefined ? null : <title>{title}</title>}
    </rect>
  );
}

/** Returns `30 runs: 28 passed, 2 failed`. */
function marksInWords(marks: readonly PastMark[]): string {
  const parts = pastMarks.flatMap((mark) => {
    const count = marks.filter((each) => each === mark).length;
    return count === 0 ? [] : [`${count} ${MARKS[mark].word}`];
  });
  return `${countOf(marks.length, 'run')}: ${parts.join(', ')}`;
}

/** One mark for each run, the oldest on the left, each with its date as a tooltip. */
function Strip({ marks, runs }: { readonly marks: readonly PastMark[]; readonly runs: readonly PastRun[] }) {
  const width = marks.length * STEP;
  return (
    <svg
      class="drawing strip"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={marksInWords(marks)}
    >
      {marks.map((mark, index) => (
        <Mark
          mark={mark}
          x={index * STEP + STEP / 2}
          title={`${runs[index]?.report.run.startedAt.slice(0, 10) ?? ''}: ${MARKS[mark].word}`}
        />
      ))}
    </svg>
  );
}

function Legend() {
  return (
    <ul class="legend">
      {pastMarks.map((mark) => (
        <li>
          <svg
            class="drawing strip"
            viewBox={`0 0 ${STEP} ${HEIGHT}`}
            width={STEP}
            height={HEIGHT}
            aria-hidden="true"
          >
            <Mark mark={mark} x={STEP / 2} />
          </svg>{' '}
          {MARKS[mark].word}
        </li>
      ))}
    </ul>
  );
}

interface PastRule {
  readonly place: PlacedRule;
  readonly past: RulePast;
}

function Story({ past: { failing, flips, changes }, runs }: { past: RulePast; runs: readonly PastRun[] }) {
  const first =
    failing === null ? undefined : runs.find(({ report }) => report.run.startedAt === failing.since);
  const parts = [
    ...(failing === null
      ? []
      : [
          <>
            fails since {failing.atLeast ? 'at least ' : ''}
            <RunLink run={first} />
            {failing.versions === '' ? '' : ` (${named(failing.versions, limits.name)})`}
          </>,
        ]),
    ...(flips === 0 ? [] : [<>changed {countOf(flips, 'time')} between pass and fail</>]),
    ...(changes === 0 ? [] : [<>the answer changed {countOf(changes, 'time')}</>]),
  ];
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index === 0 ? '' : '; '}
          {part}
        </>
      ))}
    </>
  );
}

function Runs({ runs }: { readonly runs: readonly PastRun[] }) {
  return (
    <details class="fold">
      <summary>{countOf(runs.length, 'run')}, with their reports</summary>
      <table class="table stacks">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Outcome</th>
            <th scope="col">Failed</th>
            <th scope="col">Undecided</th>
          </tr>
        </thead>
        <tbody>
          {runs.toReversed().map((run) => {
            const { counts } = run.report;
            return (
              <tr>
                <th scope="row">
                  <RunLink run={run} />
                </th>
                <td>{headlineOf(run.report)}</td>
                <td class="brief" data-label="failed">
                  {counts.fail.toLocaleString('en')}
                </td>
                <td class="brief" data-label="undecided">
                  {(counts.inconclusive + counts.skip).toLocaleString('en')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}

const isWorthReading = ({ past: { failing, flips, changes } }: PastRule): boolean =>
  failing !== null || flips > 0 || changes > 0;

const isDecided = ({ past: { marks } }: PastRule): boolean =>
  marks.some((mark) => mark !== 'absent' && mark !== 'undecided');

/** A folded list of rules by name only. */
function Named({ rows, what }: { readonly rows: readonly PastRule[]; readonly what: string }) {
  if (rows.length === 0) return null;
  return (
    <details class="fold" data-group>
      <summary>
        {countOf(rows.length, 'rule')} {what}
      </summary>
      <ul class="chips">
        {rows.map(({ place: { index, anchor, rule } }) => (
          <li data-rule={index}>
            <a class="chip" href={`#${anchor}`}>
              {named(rule.id, limits.name)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface HistoryProps {
  /** The runs on this target, the oldest first. The last one is the run of this report. */
  readonly runs: readonly PastRun[];
  readonly places: Places;
  readonly past: (id: string) => RulePast;
}

/**
 * The results of each rule in the last runs on this target. Rules that fail or changed are drawn; the others
 * are named.
 */
export function History({ runs, places, past }: HistoryProps) {
  const rows = places.all.map((place) => ({ place, past: past(place.rule.id) }));
  const telling = rows.filter(isWorthReading);
  const unchanged = rows.filter((row) => !isWorthReading(row));
  const label = runs.at(-1)?.report.target.label;
  return (
    <Part
      id="history"
      title="History"
      intro={`The last ${countOf(runs.length, 'run')} on ${label === undefined ? 'this target' : named(label, limits.name)}, this one included. ${countOf(telling.length, 'rule')} ${telling.length === 1 ? 'fails or has changed' : 'fail or have changed'} in them.`}
    >
      <Runs runs={runs} />
      {telling.length === 0 ? null : (
        <>
          <Legend />
          <table class="table stacks">
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">
                  {runs[0]?.report.run.startedAt.slice(0, 10)} →{' '}
                  {runs.at(-1)?.report.run.startedAt.slice(0, 10)}
                </th>
                <th scope="col">What happened</th>
              </tr>
            </thead>
            <tbody>
              {telling.map(({ place: { index, anchor, rule }, past: of }) => (
                <tr data-rule={index}>
                  <th scope="row">
                    <a class="id" href={`#${anchor}`}>
                      {named(rule.id, limits.name)}
                    </a>
                  </th>
                  <td>
                    <Strip marks={of.marks} runs={runs} />
                  </td>
                  <td>
                    <Story past={of} runs={runs} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <Named rows={unchanged.filter(isDecided)} what="unchanged" />
      <Named rows={unchanged.filter((row) => !isDecided(row))} what="never decided" />
      <NoneMatch of={rows} />
    </Part>
  );
}
