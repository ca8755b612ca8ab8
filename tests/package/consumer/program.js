import { exitStatusOf, run } from 'issue-conformance';
import { app, options } from './service.js';

const report = await run({ fetch: app.fetch, ...options });
console.log(report.outcome, report.rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? id : [])).join());
process.exitCode = exitStatusOf(report);
