import * as z from 'zod';
import type { differenceSchema, exchangeSchema, failureSchema, triedSchema } from './evidence-model.ts';
import { type listedSchema, type pinSchema, ruleReportSchema } from './rule-model.ts';
import {
  type createdSchema,
  type errorsByChanceSchema,
  type latencySchema,
  runSchema,
  type versionSchema,
  type waitsSchema,
} from './run-model.ts';

const outcomeSchema = z.enum(['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken']);

/**
 * The report of one run, `conformance.json`: all other formats are rendered from it. New keys are optional
 * and leave `schemaVersion` unchanged, so that each version reads all reports with the same number.
 */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('issue-conformance'), version: z.string() }),
  outcome: outcomeSchema,
  /** The problem in a sentence, for `unusable`, `broken` and runs that ended early. */
  problem: z.string().optional(),
  target: z.object({
    baseUrl: z.string(),
    owner: z.string(),
    repo: z.string(),
    bundled: z.boolean(),
    /** Name of the target for people; absent if none was set. */
    label: z.string().optional(),
  }),
  run: runSchema,
  counts: z.object({
    pass: z.int(),
    fail: z.int(),
    inconclusive: z.int(),
    skip: z.int(),
    observed: z.int(),
  }),
  /** Ids of baseline entries to remove, because their rules no longer fail. */
  staleBaseline: z.array(z.string()).optional(),
  rules: z.array(ruleReportSchema),
});

export type Report = z.infer<typeof reportSchema>;
export type RuleReport = z.infer<typeof ruleReportSchema>;
export type FailureReport = z.infer<typeof failureSchema>;
export type ExchangeReport = z.infer<typeof exchangeSchema>;
export type DifferenceReport = z.infer<typeof differenceSchema>;
export type TriedReport = z.infer<typeof triedSchema>;
export type LatencyReport = z.infer<typeof latencySchema>;
export type VersionReport = z.infer<typeof versionSchema>;
export type ListedReport = z.infer<typeof listedSchema>;
export type PinReport = z.infer<typeof pinSchema>;
export type WaitsReport = z.infer<typeof waitsSchema>;
export type ErrorsByChanceReport = z.infer<typeof errorsByChanceSchema>;
export type CreatedReport = z.infer<typeof createdSchema>;
export type ReportOutcome = Report['outcome'];
