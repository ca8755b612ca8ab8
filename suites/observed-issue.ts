import { readListAnswer } from '../src/survey/list-answer.ts';
import { briefly, VALUE_LENGTH } from '../src/trial/observing/brief.ts';
import { describeFields, fieldsOf, type RecordField } from '../src/trial/observing/record-fields.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

const NOTE_LENGTH = 900;
const PULL_REQUEST = /pull|merge|(^|[^a-z])prs?([^a-z]|$)/i;

/** The records that the survey read before this run wrote anything; where there is none, that is noted as the reason. */
function recordsAtFirst(t: Trial): readonly unknown[] {
  const records = t.survey.atFirst.exchanges.flatMap((exchange) => {
    const list = readListAnswer(exchange);
    return list.kind === 'list' ? list.records : [];
  });
  t.control(records.length > 0, 'The list shows no issue to look at: it takes at least one.');
  return records;
}

/** The fields of records, with nothing secret in their names. */
const cleanFieldsOf = (t: Trial, records: readonly unknown[]): RecordField[] =>
  fieldsOf(records).map(({ name, types, count, telling }) => ({
    name: t.context.secrets.scrub(name),
    types,
    count,
    telling,
  }));

/** What the records of the list hold (section 2). */
export const observedIssue = [
  rule('observed.issue.fields', (t) => {
    const records = recordsAtFirst(t);
    if (records.length === 0) return;
    const fields = cleanFieldsOf(t, records);
    const total = records.length;
    t.observe(
      fields.length === 0 ? 'none' : describeFields(fields, total, VALUE_LENGTH),
      `Of ${total} records seen, each has: ${describeFields(
        fields.filter(({ count }) => count === total),
        total,
        NOTE_LENGTH,
      )}.`,
    );
  }),

  rule('observed.issue.pull-requests', (t) => {
    const records = recordsAtFirst(t);
    if (records.length === 0) return;
    const named = cleanFieldsOf(t, records).filter(({ name }) => PULL_REQUEST.test(name));
    const apart = named.filter(({ telling }) => telling > 0 && telling < records.length);
    const names = briefly(
      apart.map(({ name }) => name),
      3,
    );
    t.observe(
      apart.length === 0 ? 'no field tells' : `told by ${names}`,
      apart.length === 0
        ? 'No field whose name speaks of pull requests tells some of the records from the others.'
        : `Some of the records, and not the others, have ${names}.`,
    );
  }),
];
