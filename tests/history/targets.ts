import type { Report, RuleReport } from '../../src/report/model.ts';
import { sampleReport } from '../report/reports.ts';

/** A report that shows no fault. */
const base = sampleReport('conformant');

export const withRules = (rules: readonly RuleReport[]): Report =>
  sampleReport('conformant', { rules: [...rules] });

export const ranAs = (run: Partial<Report['run']>, target: Partial<Report['target']> = {}): Report =>
  sampleReport('conformant', { run: { ...base.run, ...run }, target: { ...base.target, ...target } });
