import { fitted } from '../document/columns.ts';
import { isGating } from '../model/words.ts';
import type { RuleReport } from '../report/model.ts';
import { countOf, shown } from '../report/text.ts';
import { cardOf, PLAIN_REQUEST, seenOf } from '../results/card.ts';
import { reasonIn } from '../results/standing.ts';
import type { Tone } from '../results/tones.ts';
import type { TopicGroup } from '../results/topics.ts';

/** A remark to read before the rest. */
export interface Remark {
  /** The target of the remark, in words that may be foreign; empty if it concerns all targets. */
  readonly about: string;
  readonly text: string;
  /** Quoted words of a report, which may be the target's; empty if nothing is quoted. */
  readonly quoted: string;
}

/** A labelled text; both parts may be the target's. */
export interface Detail {
  readonly label: string;
  readonly text: string;
}

/** One line of a comparison with its details. */
export interface Entry {
  /** Key for links to the entry; empty without links. */
  readonly key: string;
  /** Ids of rules, or targets; they may hold any text. */
  readonly about: readonly string[];
  readonly tone: Tone;
  /** `pass → fail`, or the number of rules; empty if there is nothing to add. */
  readonly change: string;
  readonly worse: boolean;
  /**
   * The actual result, or the reason that a rule is undecided, in one line. It may be the target's, or empty.
   */
  readonly seen: string;
  /** The statement of the rule; empty if it is not needed here. */
  readonly statement: string;
  readonly details: readonly Detail[];
  /** Formats that fold statement and details: none, pages, or pages while texts omit them. */
  readonly folded: 'nowhere' | 'in a page' | 'left out of texts';
}

interface TableCell {
  readonly text: string;
  /** True if the words come from a report, which may hold any text. */
  readonly quoted?: boolean;
  readonly tone?: Tone;
  /** Address of a link. */
  readonly href?: string;
}

/** The result of a rule at one target. */
interface GridCell {
  readonly tone: Tone;
  readonly seen: string;
  /** The key of the entry with details; empty without one. */
  readonly leadsTo: string;
  /** Address of the rule in the report of the target; empty if unknown. */
  readonly href: string;
}

/** A rule in a grid. */
export interface GridRow {
  readonly id: string;
  readonly statement: string;
  /** True if decided or observed results differ. */
  readonly differs: boolean;
  /** The results, in the order of the columns. */
  readonly cells: readonly GridCell[];
}

/** A target as the heading of a column; the label may hold any text. */
export interface GridHead {
  readonly letter: string;
  /** Address of the report of the target; empty if unknown. */
  readonly href: string;
  readonly label: string;
}

export type ViewBlock =
  | {
      readonly kind: 'entries';
      /** Common topic of the entries; empty if the part names it. */
      readonly title: string;
      /** True if the title comes from a report, which may hold any text. */
      readonly quoted?: boolean;
      readonly entries: readonly Entry[];
    }
  | {
      readonly kind: 'table';
      /** Accessible name of the table. */
      readonly caption: string;
      readonly heads: readonly string[];
      readonly rows: readonly TableCell[][];
    }
  | { readonly kind: 'legend'; readonly tones: readonly Tone[] }
  | {
      readonly kind: 'grid';
      readonly heads: readonly GridHead[];
      readonly topics: readonly TopicGroup<GridRow>[];
    }
  /** Folded in a page, omitted on a terminal, and last in Markdown. */
  | { readonly kind: 'rest'; readonly title: string; readonly blocks: readonly ViewBlock[] };

export interface ViewPart {
  /** Key for links to the part. */
  readonly key: string;
  readonly title: string;
  readonly tone: Tone;
  /** An explanation; empty if the title is enough. */
  readonly note: string;
  readonly blocks: readonly ViewBlock[];
}

/** The contents of a comparison, in reading order. All formats lay out the same contents. */
export interface View {
  readonly kind: 'two reports compared' | 'reports compared';
  /** `null` for a matrix, whose reports have no common result. */
  readonly tone: Tone | null;
  readonly title: string;
  /** The first sentence is the conclusion. */
  readonly sentences: readonly string[];
  readonly remarks: readonly Remark[];
  readonly parts: readonly ViewPart[];
  /** Entries that a long text repeats at its end. */
  readonly worst: readonly Entry[];
}

/** Returns a part of a view; nothing if it has no blocks. */
export const viewPart = (
  key: string,
  title: string,
  tone: Tone,
  blocks: readonly ViewBlock[],
  note = '',
): readonly ViewPart[] => (blocks.length === 0 ? [] : [{ key, title, tone, note, blocks }]);

/** UTF-16 units of a text, before harmful characters are escaped. */
export const lengths = { name: 200, line: 160, prose: 600 } as const;

/** Returns an entry with defaults for all other fields. */
export const entryOf = (part: Partial<Entry> & Pick<Entry, 'about' | 'tone'>): Entry => ({
  key: '',
  change: '',
  worse: false,
  seen: '',
  statement: '',
  details: [],
  folded: 'left out of texts',
  ...part,
});

export const idOf = ({ id }: RuleReport): string => shown(id, lengths.name);

export const statementOf = ({ statement }: RuleReport): string => shown(statement, lengths.prose);

export const reasonOf = (rule: RuleReport): string => shown(reasonIn(rule), lengths.prose);

// Part of an escape would read as another character.
const HALF_ESCAPE = /\\(?:u(?:\{[0-9a-f]{0,6})?)?…$/;

/**
 * Returns a text of a report on one line of at most `width` terminal columns. The end of a longer text is cut
 * off.
 */
export const truncated = (text: string, width: number): string =>
  fitted(shown(text, lengths.prose), width).replace(HALF_ESCAPE, '…');

/** Returns the actual result of a failed rule in one line; empty if it did not fail. */
export const seenLine = (rule: RuleReport): string =>
  rule.failure === undefined ? '' : shown(seenOf(rule), lengths.line);

const BEHIND: ReadonlySet<string> = new Set([
  'expected',
  'actual',
  'difference',
  'impact',
  'counterexample',
  'listed',
]);

/**
 * Returns the details of a failure: the rows of its card that need no exchange.
 *
 * @param most UTF-16 units of each text, before it is escaped
 */
export const failureDetails = (rule: RuleReport, most: number = lengths.prose): readonly Detail[] =>
  cardOf(rule)
    .rows.filter(({ part, text }) => BEHIND.has(part) && text !== PLAIN_REQUEST)
    .map(({ label, text }) => ({ label, text: shown(text, most) }));

/** Returns `3 rules and 1 observation`. */
export function countOfRules(rules: readonly Pick<RuleReport, 'level'>[]): string {
  const observed = rules.filter((rule) => !isGating(rule)).length;
  return [
    ...(observed < rules.length ? [countOf(rules.length - observed, 'rule')] : []),
    ...(observed > 0 ? [countOf(observed, 'observation')] : []),
  ].join(' and ');
}

/** Groups members with equal keys, in their order. */
export function grouped<Member>(
  members: readonly Member[],
  keyOf: (member: Member) => unknown,
): readonly (readonly [Member, ...Member[]])[] {
  const groups = new Map<string, [Member, ...Member[]]>();
  for (const member of members) {
    const key = JSON.stringify(keyOf(member));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return [...groups.values()];
}
