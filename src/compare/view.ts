import { isGating } from '../engine/words.ts';
import type { RuleReport } from '../report/model.ts';
import { countOf, shown } from '../report/text.ts';
import { cardOf, PLAIN_REQUEST, seenOf } from '../report/view/card.ts';
import { reasonIn } from '../report/view/standing.ts';
import type { Tone } from '../report/view/tones.ts';
import type { TopicGroup } from '../report/view/topics.ts';
import { fitted } from '../report/wrap.ts';

/** Something to know before the rest is read. */
export interface Remark {
  /** The target that it is about; it may hold anything, and is empty where it is about all. */
  readonly about: string;
  readonly text: string;
  /** What a report says itself, in words that may be the target's; empty where nothing is quoted. */
  readonly quoted: string;
}

/** A text under its name; both may be the target's. */
export interface Detail {
  readonly label: string;
  readonly text: string;
}

/** One line of a comparison: what it is about, what was seen, and what stands behind it. */
export interface Entry {
  /** What leads to it; empty where nothing does. */
  readonly key: string;
  /** Ids of rules, or targets; they may hold anything. */
  readonly about: readonly string[];
  readonly tone: Tone;
  /** `pass → fail`, or how many rules it is about; empty where nothing is to be added. */
  readonly change: string;
  readonly worse: boolean;
  /** What was seen, or why nothing is decided, in a line; it may be the target's, and be empty. */
  readonly seen: string;
  /** What the rule says; empty where it needs not be read here. */
  readonly statement: string;
  readonly details: readonly Detail[];
  /** Where statement and details stand behind the line: nowhere, in a page, or in a page while texts leave them out. */
  readonly folded: 'nowhere' | 'in a page' | 'left out of texts';
}

interface TableCell {
  readonly text: string;
  /** Whether the words are a report's own, which may be anything. */
  readonly quoted?: boolean;
  readonly tone?: Tone;
  /** Where a page links to. */
  readonly href?: string;
}

/** The result of a rule at one target. */
interface GridCell {
  readonly tone: Tone;
  readonly seen: string;
  /** The key of the entry behind it; empty without one. */
  readonly leadsTo: string;
  /** Its address in the report of the target; empty if that is not known. */
  readonly href: string;
}

/** A rule in a grid. */
export interface GridRow {
  readonly id: string;
  readonly statement: string;
  /** Whether the targets are known to differ. */
  readonly differs: boolean;
  /** What became of it at each target; what was seen of a failure; the key of the entry behind it, or an empty text. */
  readonly cells: readonly GridCell[];
}

/** A target at the head of a column; the label may hold anything. */
export interface GridHead {
  readonly letter: string;
  /** The address of the report of the target; empty if that is not known. */
  readonly href: string;
  readonly label: string;
}

export type ViewBlock =
  | {
      readonly kind: 'entries';
      /** What they have in common; empty where the part says it. */
      readonly title: string;
      /** Whether the title is a report's own, which may be anything. */
      readonly quoted?: boolean;
      readonly entries: readonly Entry[];
    }
  | {
      readonly kind: 'table';
      /** What it is called for those who hear a page. */
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
  /** Stands behind its title in a page, is left out on a terminal, and comes last in Markdown. */
  | { readonly kind: 'rest'; readonly title: string; readonly blocks: readonly ViewBlock[] };

export interface ViewPart {
  /** A name for links. */
  readonly key: string;
  readonly title: string;
  readonly tone: Tone;
  /** What one should know of it; empty where the title says it. */
  readonly note: string;
  readonly blocks: readonly ViewBlock[];
}

/** What is said of reports that are compared, in the order in which it is read; every format lays out the same. */
export interface View {
  readonly kind: 'two reports compared' | 'reports compared';
  /** `null` where nothing became of anything: reports stand side by side. */
  readonly tone: Tone | null;
  readonly title: string;
  /** The first sentence says what the comparison came to. */
  readonly sentences: readonly string[];
  readonly remarks: readonly Remark[];
  readonly parts: readonly ViewPart[];
  /** What a long text says again at its end. */
  readonly worst: readonly Entry[];
}

/** A part of what is said; none where there is nothing in it. */
export const viewPart = (
  key: string,
  title: string,
  tone: Tone,
  blocks: readonly ViewBlock[],
  note = '',
): readonly ViewPart[] => (blocks.length === 0 ? [] : [{ key, title, tone, note, blocks }]);

/** UTF-16 units of a text, before what is unfit to be shown is escaped. */
export const lengths = { name: 200, line: 160, prose: 600 } as const;

/** An entry of which only the named parts are said. */
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

// Half of an escape says something else than the whole one.
const HALF_ESCAPE = /\\(?:u(?:\{[0-9a-f]{0,6})?)?…$/;

/** A text of a report on a line of so many columns of a terminal: what is too long loses its end. */
export const truncated = (text: string, width: number): string =>
  fitted(shown(text, lengths.prose), width).replace(HALF_ESCAPE, '…');

/** What was seen in the place of what a rule demands, in a line; empty where it does not fail. */
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
 * What stands behind a failure: that of its card which needs no exchange.
 *
 * @param most UTF-16 units of each text, before it is escaped
 */
export const failureDetails = (rule: RuleReport, most: number = lengths.prose): readonly Detail[] =>
  cardOf(rule)
    .rows.filter(({ part, text }) => BEHIND.has(part) && text !== PLAIN_REQUEST)
    .map(({ label, text }) => ({ label, text: shown(text, most) }));

/** `3 rules and 1 observation`: what is judged, and what is not, apart. */
export function countOfRules(rules: readonly Pick<RuleReport, 'level'>[]): string {
  const observed = rules.filter((rule) => !isGating(rule)).length;
  return [
    ...(observed < rules.length ? [countOf(rules.length - observed, 'rule')] : []),
    ...(observed > 0 ? [countOf(observed, 'observation')] : []),
  ].join(' and ');
}

/** Members together that have one key, in their order. */
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
