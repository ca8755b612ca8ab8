import { ruleIds } from '../../src/model/rule-ids.ts';
import type { ExchangeReport, Report } from '../../src/report/model.ts';
import { failing, sampleReport } from './reports.ts';

/** Texts as long as a run keeps them, made of characters that grow when escaped. */
const long = (length: number): string => '"<b>&\u202e'.repeat(length).slice(0, length);

const exchange = (index: number): ExchangeReport => {
  const headers = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`x-header-${at}`, long(490)] as const),
  );
  return {
    request: {
      method: 'POST',
      url: `http://127.0.0.1:4010/${long(500)}`,
      headers: { accept: 'application/vnd.service+json', authorization: 'Bearer <TOKEN>' },
      body: long(1000),
    },
    response: { status: 200 + index, headers, body: long(2000), truncated: true },
    ms: index,
  };
};

/** Returns a report in which every rule fails with the most evidence and the longest texts. */
export function worstReport(): Report {
  const exchanges = Array.from({ length: 6 }, (_, index) => exchange(index));
  const failure = {
    expected: long(3000),
    actual: long(3000),
    means: long(1000),
    counterexample: { [long(300)]: long(3000), other: long(3000) },
    exchanges,
    curl: `curl -si ${long(5000)}`,
  };
  return sampleReport('nonconformant', {
    rules: ruleIds.map((id) => failing(id, failure)),
  });
}
