import { ruleIds } from '../../src/model/rule-ids.ts';
import type { ExchangeReport, Report } from '../../src/report/model.ts';
import { hostile } from './examples.ts';
import { failing, sampleReport } from './reports.ts';

/** Returns a report in which every rule fails with the most evidence and with long texts that grow when escaped. */
export function worstReport(): Report {
  const [{ failure } = { failure: undefined }] = hostile('"<b>&\u202e'.repeat(250)).rules;
  const posted = ({ request, response, ms }: ExchangeReport): ExchangeReport => ({
    request: { ...request, method: 'POST', headers: {} },
    response,
    ms,
  });
  const exchanges = Array.from({ length: 6 }, () => failure?.exchanges.map(posted) ?? []).flat();
  return sampleReport('nonconformant', {
    rules: ruleIds.map((id) => failing(id, { ...failure, exchanges })),
  });
}
