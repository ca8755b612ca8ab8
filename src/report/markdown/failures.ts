import type { RootContent } from 'mdast';
import { countOf } from '../count-of.ts';
import type { RuleReport } from '../model.ts';
import { failureCard, failureLine } from './failure-card.ts';
import { heading, inFull, list, paragraph } from './nodes.ts';
import { bytesOf } from './serialise.ts';

/** How much of a failure is shown. */
type Detail = 'line' | 'short' | 'full';

interface Shown {
  readonly detail: Detail;
  readonly bytes: number;
}

const RANKS: Readonly<Record<Detail, number>> = { line: 1, short: 2, full: 3 };
/** For the sentences on what is left out. */
const NOTES = 500;

const blocksOf = (rule: RuleReport, detail: Detail): RootContent[] =>
  detail === 'line' ? [list([failureLine(rule)])] : failureCard(rule, detail);

/**
 * The failures, each in as much detail as there is room for. Earlier ones have no less detail than later ones: cards stand
 * first, then those with a line each, and the rest is counted.
 */
export class Failures {
  readonly #rules: readonly RuleReport[];
  readonly #shown: Shown[] = [];

  constructor(rules: readonly RuleReport[]) {
    this.#rules = rules;
  }

  /** Bytes that are taken without any failure; 0 where there is none. */
  get fixed(): number {
    return this.#rules.length === 0 ? 0 : bytesOf([this.#title()]) + NOTES;
  }

  get isCut(): boolean {
    return this.#count('full') < this.#rules.length;
  }

  /**
   * Shows failures in more detail, in their order, until one does not fit.
   *
   * @param most how many of the first ones
   * @returns the bytes that this takes, at most `room`
   */
  raise(detail: Detail, room: number, most = this.#rules.length): number {
    let spent = 0;
    for (const [index, rule] of this.#rules.slice(0, most).entries()) {
      const now = this.#shown[index];
      if (now !== undefined && RANKS[now.detail] >= RANKS[detail]) continue;
      const bytes = bytesOf(blocksOf(rule, detail));
      const more = bytes - (now?.bytes ?? 0);
      if (spent + more > room) break;
      spent += more;
      this.#shown[index] = { detail, bytes };
    }
    return spent;
  }

  blocks(): RootContent[] {
    if (this.#rules.length === 0) return [];
    const cards = this.#rules.flatMap((rule, index) => {
      const detail = this.#shown[index]?.detail ?? 'line';
      return detail === 'line' ? [] : failureCard(rule, detail);
    });
    const lines = this.#rules.filter((_, index) => this.#shown[index]?.detail === 'line').map(failureLine);
    const left = this.#rules.length - this.#shown.length;
    return [
      this.#title(),
      ...this.#note(),
      ...cards,
      ...(lines.length > 0 ? [paragraph('In one line each:'), list(lines)] : []),
      ...(left > 0 ? [paragraph(`… and ${countOf(left, 'more failure')} in `, inFull, '.')] : []),
    ];
  }

  #title(): RootContent {
    return heading(3, `Failures: ${countOf(this.#rules.length, 'rule')}`);
  }

  #count(detail: Detail): number {
    return this.#shown.filter((shown) => shown.detail === detail).length;
  }

  #note(): RootContent[] {
    if (!this.isCut) return [];
    const [short, line] = [this.#count('short'), this.#count('line')];
    const left = this.#rules.length - this.#shown.length;
    const parts = [
      ...(short > 0 ? [`${short.toLocaleString('en')} stand here without exchange and curl line`] : []),
      ...(line > 0 ? [`${line.toLocaleString('en')} in one line each`] : []),
      ...(left > 0 ? [`${left.toLocaleString('en')} not at all`] : []),
    ];
    return [paragraph(`Not all of them fit: ${parts.join(', ')}. All stand in full in `, inFull, '.')];
  }
}
