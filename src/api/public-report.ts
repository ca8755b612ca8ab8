/** The report for users of the package; the build ships it written out, since they have no zod. */
export type { Report as PublicReport } from '../report/model.ts';
