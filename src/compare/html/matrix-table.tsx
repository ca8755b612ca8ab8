import type { Child, PropsWithChildren } from 'hono/jsx';
import { Statement } from '../../report/html/statement.tsx';
import type { Tone } from '../../report/tones.ts';
import type { Column } from '../columns.ts';
import type { Row } from '../matrix.ts';
import { ScrollBox } from './frame.tsx';

type MatrixTableProps = PropsWithChildren<{
  readonly name: string;
  /** The head of the first column. */
  readonly first: string;
  readonly columns: readonly Column[];
  /** Rows that can be narrowed down to those that differ. */
  readonly rows?: readonly Pick<Row<unknown>, 'differs'>[];
}>;

/** A table with a column for each report. */
export function MatrixTable({ name, first, columns, rows = [], children }: MatrixTableProps) {
  const noneDiffers = rows.length > 0 && rows.every(({ differs }) => !differs);
  return (
    <>
      <ScrollBox name={name}>
        <table class="table matrix">
          <caption class="sr">{name}, by target</caption>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {columns.map(({ letter, name: target }) => (
                <th scope="col">
                  <span class="letter">{letter}</span> {target}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </ScrollBox>
      {noneDiffers ? (
        <p class="none-differs">The targets are not known to differ in any of these rows.</p>
      ) : null}
    </>
  );
}

interface MatrixRowProps {
  readonly row: Row<unknown>;
  readonly cells: readonly { readonly tone: Tone; readonly content: Child }[];
}

/** A rule and what each report says of it. */
export function MatrixRow({ row, cells }: MatrixRowProps) {
  return (
    <tr class={row.differs ? 'differs' : 'alike'}>
      <th scope="row">
        {row.differs ? (
          <>
            <span class="unequal" aria-hidden="true">
              ≠
            </span>
            <span class="sr">differs: </span>
          </>
        ) : null}
        <code class="id">{row.id}</code>
        <span class="statement">
          <Statement text={row.statement} />
        </span>
      </th>
      {cells.map(({ tone, content }) => (
        <td class={`is-${tone}`}>{content}</td>
      ))}
    </tr>
  );
}
