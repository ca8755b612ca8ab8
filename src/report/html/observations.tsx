import { type AnsweredQuestion, type ObservationsBlock, shortIdOf } from '../../results/observations.ts';
import type { Places } from './anchors.ts';
import { limits, named, shownInPage } from './fit.ts';
import { NoneMatch, Part, Statement } from './parts.tsx';

function Row({
  answer: { rule, answer, note },
  places,
}: {
  readonly answer: AnsweredQuestion;
  readonly places: Places;
}) {
  const { index, anchor } = places.of(rule);
  return (
    <tr id={anchor} data-rule={index}>
      <th scope="row">
        <Statement text={rule.statement} />{' '}
        <span class="id muted">{named(shortIdOf(rule), limits.name)}</span>
      </th>
      <td>
        <strong>{answer === '' ? '(blank)' : <Statement text={shownInPage(answer, limits.value)} />}</strong>
        {note === '' ? null : <span class="muted note"> {shownInPage(note, limits.prose)}</span>}
      </td>
    </tr>
  );
}

/** The observations, each with a question and an answer in a row. */
export function Observations({
  block,
  places,
  isFolded,
}: {
  block: ObservationsBlock;
  places: Places;
  isFolded: boolean;
}) {
  const { topics, made, asked } = block;
  const table = (
    <table class="table stacks answers">
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      {topics.map(({ title, members }) => (
        <tbody data-group>
          <tr class="topic">
            <th scope="rowgroup" colspan={2}>
              {title}
            </th>
          </tr>
          {members.map((answer) => (
            <Row answer={answer} places={places} />
          ))}
        </tbody>
      ))}
    </table>
  );
  return (
    <Part
      id="observed"
      title="Observed, not judged"
      intro={
        made === 0
          ? 'Nothing was observed in this run.'
          : `${made} of ${asked} questions that the specification leaves open.`
      }
    >
      {made === 0 ? null : isFolded ? (
        <details class="fold" data-print>
          <summary>Questions and answers</summary>
          {table}
        </details>
      ) : (
        table
      )}
      <NoneMatch of={topics} />
    </Part>
  );
}
