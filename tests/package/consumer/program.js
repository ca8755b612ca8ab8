import { exitStatusOf, run } from 'issue-conformance';
import { app } from './hono.js';
import { options } from './issues.js';

const report = await run({ fetch: app.fetch, ...options });
console.log(report.outcome, report.rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? id : [])).join());
process.exitCode = exitStatusOf(report);
