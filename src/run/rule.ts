import type { Doubt } from '../client/doubt.ts';
import type { RequestSpec } from '../client/request.ts';
import type { RuleCase } from '../model/case.ts';
import type { CaseResult, Check } from '../model/check.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { ConfirmedViolation } from '../model/violation.ts';
import type { Impact, Phase, RuleWords } from '../model/words.ts';
import type { Heard } from './listings.ts';
import type { Trial } from './trial.ts';

/** Something that must hold before a rule can show anything, established once a run. */
export interface Precondition {
  /** For the documentation: "a made-up repository is answered otherwise". */
  readonly says: string;
  /** Returns why it does not hold, or `null`. @throws {Stopped} */
  readonly establish: (t: Trial) => Promise<Doubt | null>;
}

/** The issues that a target must hold before a rule can be decided: enough in every profile. */
export interface DataNeed {
  /** Open ones in the public repository. */
  readonly open?: number;
  /** Issues that are not open there, under a value of `state` that shows them. */
  readonly closed?: number;
  /** Issues in the private repository. */
  readonly hidden?: number;
}

interface GatingWords extends RuleWords {
  readonly level: 'required' | 'implied';
  /** The twin that it is compared with, or what holds by itself: for the documentation. */
  readonly compared: string;
  /** Attempts that must show a violation, if they do not follow from the ways in `impact`: for the documentation. */
  readonly seen?: string;
  readonly impact: Impact;
  /**
   * Rules whose failure may leave this one undecided, the likeliest first. A doubt that blames no rule by itself blames
   * these.
   */
  readonly explainedBy: readonly RuleId[];
  /** Rules in whose `explainedBy` this one comes first: it says so itself, so that no other literal names it. */
  readonly explains?: readonly RuleId[];
  readonly preconditions: readonly Precondition[];
  /**
   * A control that must hold before the rule passes: the service reads what it is asked. By default, listings show that.
   */
  readonly control?: Precondition;
  /** Creates one issue in the private repository if creations are allowed: the canary. */
  readonly plants?: 'canary';
  /** Left out where every target that can be listed decides it. */
  readonly data?: DataNeed;
}

/** A rule that is tried by cases, each judged by a check. */
export interface CaseRule extends GatingWords {
  /** Returns the cases, the best counterexample first. */
  readonly cases: (t: Trial) => readonly RuleCase[] | Promise<readonly RuleCase[]>;
  /** Returns the check of a run, since it may depend on the list. */
  readonly check: (t: Trial) => Check | Promise<Check>;
  /** True if it is judged even if a precondition does not hold. */
  readonly regardless?: true;
  /** The earlier phase in which the cases are asked, if they are judged later. */
  readonly asked?: Phase;
  /**
   * The method of whose requests so many may be answered with 5xx by chance that it stays undecided. It is judged in its
   * phase and decided at the end of the run, when all of them were sent.
   */
  readonly errors?: 'GET' | 'POST';
  /** Cases that follow from what the run has shown until the rule is judged. */
  readonly later?: (t: Trial) => readonly RuleCase[];
  /**
   * Returns violations that any answer of the run shows, whoever asked. It is judged when all else was asked, and once is
   * enough.
   */
  readonly watched?: (t: Trial) => Promise<readonly CaseResult[]>;
  /**
   * Returns violations that only the end of the run shows, when the rule is decided. Once is enough.
   * @param found the violation that was confirmed in its phase
   */
  readonly atEnd?: (t: Trial, found: ConfirmedViolation | null) => Promise<readonly CaseResult[]>;
  /** Returns a check that judges every listing of any gating rule, at no cost. */
  readonly free?: (t: Trial) => Free | Promise<Free>;
}

/** A check that is free of its case, and the listings that it judges. */
export interface Free {
  readonly check: Check;
  readonly of: (heard: Heard) => boolean;
  /** True if it judges answers with any status, and not only with 200. */
  readonly judgesRefusals?: true;
}

/** A rule on what becomes of creations, tried by a protocol of its own. */
export interface CreationRule extends GatingWords {
  /** Its protocol in a few words, for the documentation. */
  readonly judges: string;
  /** Requests that are sent in an earlier phase, to be judged later. */
  readonly early?: { readonly phase: Phase; readonly send: (t: Trial) => Promise<void> };
  readonly judge: (t: Trial) => Promise<readonly CaseResult[]>;
}

/** A question that the specification leaves open. */
export interface ObservedRule extends RuleWords {
  readonly level: 'observed';
  /** Methods other than GET and POST that are sent: to a repository that is listed, and to one that does not exist. */
  readonly methods?: {
    readonly listed: readonly NonNullable<RequestSpec['method']>[];
    readonly madeUp: readonly NonNullable<RequestSpec['method']>[];
  };
  readonly observe: (t: Trial) => Promise<void> | void;
}

/** One rule of the specification: its words, and how it is tried. */
export type Rule = CaseRule | CreationRule | ObservedRule;
