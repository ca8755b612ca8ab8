/** The report for users of the package; `scripts/types.js` ships it written out, without imports. */
export type { Report as PublicReport } from '../report/model.ts';
