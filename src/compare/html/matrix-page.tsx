import type { Child } from 'hono/jsx';
import { countOf } from '../../report/count-of.ts';
import { documentOf } from '../../report/html/document.tsx';
import { Part } from '../../report/html/part.tsx';
import { Mark } from '../../report/html/verdict.tsx';
import { columnDetails } from '../column-details.ts';
import { type Matrix, type SeenCell, seenWords } from '../matrix.ts';
import style from './compare.css?raw';
import { Entries } from './entry.tsx';
import { Contents, Foot, Notice, SkipLink } from './frame.tsx';
import { MatrixRow, MatrixTable } from './matrix-table.tsx';

const RUNS = { id: 'runs', title: 'The runs' };
const RULES = { id: 'rules', title: 'Rules' };
const OBSERVED = { id: 'observed', title: 'Observed, not judged' };
const DETAILS = { id: 'details', title: 'What fails, and what is not decided' };

const UNKNOWN = 'Where a rule is not decided, or not in a run, nothing is known of a difference.';

const Seen = ({ cell }: { readonly cell: SeenCell }) =>
  cell.seen ? <>{seenWords(cell)}</> : <span class="muted">{seenWords(cell)}</span>;

function Filter() {
  return (
    <p class="filter screen-only">
      <label>
        <input type="checkbox" id="only-differing" /> Only rows in which the targets differ
      </label>
    </p>
  );
}

function RunsTable({ columns, summary }: Matrix) {
  return (
    <MatrixTable name={RUNS.title} first="Of each run" columns={columns}>
      {summary.map(({ label, cells }) => (
        <tr>
          <th scope="row">{label}</th>
          {cells.map((text, index) => (
            <td>
              {label === 'outcome' ? (
                <strong class={`mark is-${columns[index]?.report.outcome ?? ''}`}>{text}</strong>
              ) : (
                text
              )}
            </td>
          ))}
        </tr>
      ))}
    </MatrixTable>
  );
}

function Details({ columns }: Pick<Matrix, 'columns'>) {
  return (
    <>
      {columnDetails(columns).map(({ column, failing, undecided }) =>
        failing.length + undecided.length === 0 ? null : (
          <section class="column" aria-labelledby={`column-${column.letter}`}>
            <h3 id={`column-${column.letter}`}>
              <span class="letter">{column.letter}</span> {column.name}
            </h3>
            <Entries entries={[...failing, ...undecided]} />
          </section>
        ),
      )}
    </>
  );
}

function bodyOf(found: Matrix): Child {
  const { columns, rules, observations } = found;
  const hasDetails = columnDetails(columns).some((each) => each.failing.length + each.undecided.length > 0);
  const links = [
    RUNS,
    ...(rules.length > 0 ? [RULES] : []),
    ...(observations.length > 0 ? [OBSERVED] : []),
    ...(hasDetails ? [DETAILS] : []),
  ];
  const differing = rules.filter(({ differs }) => differs).length;
  return (
    <>
      <SkipLink />
      <header class="masthead">
        <p class="eyebrow">issue-conformance, reports compared</p>
        <h1>{countOf(columns.length, 'report')} side by side</h1>
        <p class="lead">
          The targets are known to differ in {differing.toLocaleString('en')} of{' '}
          {countOf(rules.length, 'rule')}. {UNKNOWN}
        </p>
        <Contents links={links} />
      </header>
      <main id="main" tabindex={-1}>
        {columns.flatMap(({ letter, name, remarks }) =>
          remarks.map(({ text, quoted }) => (
            <Notice remark={{ text: `${letter}, ${name}: ${text}`, quoted }} />
          )),
        )}
        <Part {...RUNS}>
          <RunsTable {...found} />
        </Part>
        <Filter />
        {rules.length === 0 ? null : (
          <Part {...RULES}>
            <MatrixTable name={RULES.title} first="Rule" columns={columns} rows={rules}>
              {rules.map((row) => (
                <MatrixRow
                  row={row}
                  cells={row.cells.map((tone) => ({ tone, content: <Mark tone={tone} /> }))}
                />
              ))}
            </MatrixTable>
          </Part>
        )}
        {observations.length === 0 ? null : (
          <Part {...OBSERVED} intro="The document leaves these open, so no answer is better than another.">
            <MatrixTable name={OBSERVED.title} first="Observation" columns={columns} rows={observations}>
              {observations.map((row) => (
                <MatrixRow
                  row={row}
                  cells={row.cells.map((cell) => ({
                    tone: cell.seen ? 'observed' : 'absent',
                    content: <Seen cell={cell} />,
                  }))}
                />
              ))}
            </MatrixTable>
          </Part>
        )}
        {hasDetails ? (
          <Part {...DETAILS}>
            <Details columns={columns} />
          </Part>
        ) : null}
      </main>
      <Foot />
    </>
  );
}

/** Several reports side by side, as a page that is one file. */
export function matrixPage(found: Matrix): string {
  const columns = `:root { --columns: ${found.columns.length}; }`;
  return documentOf({
    title: `${countOf(found.columns.length, 'report')} side by side`,
    style: `${style}\n${columns}`,
    body: bodyOf(found),
  });
}
