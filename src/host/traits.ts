import { type Exchange, isSuccess } from '../client/exchange.ts';
import { goesTo, type RepositoryName } from '../client/request.ts';
import type { Asker } from '../client/test-bed.ts';
import { listIn } from '../run/answer.ts';

/** Traits that all answers of a run share, as far as they may cause failures. Plain data. */
export interface Traits {
  /** Every status that was answered, by who asked and by which method: `member GET`. */
  readonly statuses: Readonly<Record<string, readonly number[]>>;
  /** First pages of every size above `most` held just as many results, and no first page more. */
  readonly cap?: { readonly most: number; readonly from: number; readonly to: number };
  /** First pages of every size that was asked for held just as many results. */
  readonly constant?: { readonly size: number; readonly sizes: number };
  /** Later pages were each the same as the first one; the number of those compared. */
  readonly pageIgnored?: { readonly pages: number };
  /** `page=0` was the first page, and `page=1` another one. */
  readonly fromZero?: true;
}

/** Pairs of pages that show a trait before it is named, and sizes. */
const [PAIRS, SIZES] = [2, 3];
/** The largest size that a service honours (section 8). */
const MAX_PER_PAGE = 100;
/** Characters of a body that distinguish one page from another. */
const HEAD = 2000;
const LATER = /^([2-9]|[1-9]\d{1,8})$/;
const SIZE = /^[1-9]\d{0,8}$/;

/** Pairs of pages that show a trait, and pairs that contradict it. */
interface Count {
  readonly agreed: number;
  readonly contradicted: number;
}

const tallied = ({ agreed, contradicted }: Count, agrees: boolean): Count =>
  agrees ? { agreed: agreed + 1, contradicted } : { agreed, contradicted: contradicted + 1 };

/** Notes what every answer of a run shows of pages and statuses. */
export class TraitsSeen {
  readonly #repository: RepositoryName;
  readonly #statuses = new Map<string, Set<number>>();
  /** The numbers of results of first pages of the public repository, by the size that was asked for. */
  readonly #sizes = new Map<number, Set<number>>();
  /** Pages of one listing since something was created, each by the beginning of its body. */
  readonly #pages = new Map<string, Map<string, string>>();
  #ignored: Count = { agreed: 0, contradicted: 0 };
  #fromZero: Count = { agreed: 0, contradicted: 0 };

  constructor(repository: RepositoryName) {
    this.#repository = repository;
  }

  note(exchange: Exchange, asker: Asker | null): void {
    const { request, response, fault } = exchange;
    if (response === null || fault !== null) return;
    const { method } = request;
    const name = `${asker ?? 'nobody'} ${method}`;
    this.#statuses.set(name, (this.#statuses.get(name) ?? new Set()).add(response.status));
    if (method !== 'GET') {
      if (isSuccess(exchange)) this.#pages.clear();
      return;
    }
    if (response.status !== 200 || !goesTo(exchange, this.#repository)) return;
    const list = listIn(response);
    if (Array.isArray(list)) this.#notePage(exchange, `${asker}`, list.length);
  }

  #notePage({ request, response }: Exchange, asker: string, results: number): void {
    const { searchParams } = new URL(request.url);
    const page = searchParams.get('page') ?? '';
    searchParams.delete('page');
    const size = searchParams.get('per_page') ?? '';
    if ((page === '' || page === '1') && searchParams.size === 1 && SIZE.test(size))
      this.#sizes.set(Number(size), (this.#sizes.get(Number(size)) ?? new Set()).add(results));
    const name = JSON.stringify([asker, searchParams.toString()]);
    const pages = this.#pages.get(name) ?? new Map<string, string>();
    if (pages.has(page)) return;
    this.#pages.set(name, pages.set(page, `${results} ${response?.body.slice(0, HEAD) ?? ''}`));
    this.#compare(pages, page);
  }

  /** Compares a page that has come last with those that came before. */
  #compare(pages: ReadonlyMap<string, string>, last: string): void {
    const first = pages.get('') ?? pages.get('1');
    const later = LATER.test(last) ? [last] : [...pages.keys()].filter((page) => LATER.test(page));
    const isFirst = last === '' || (last === '1' && !pages.has(''));
    if (first !== undefined && !first.startsWith('0 ') && (isFirst || LATER.test(last)))
      for (const page of later) this.#ignored = tallied(this.#ignored, pages.get(page) === first);
    const [plain, zero, one] = ['', '0', '1'].map((page) => pages.get(page));
    if (plain !== undefined && zero !== undefined && one !== undefined && ['', '0', '1'].includes(last))
      this.#fromZero = tallied(this.#fromZero, zero === plain && one !== plain);
  }

  get summary(): Traits {
    const [cap, constant] = [this.#cap, this.#constant];
    const isBorneOut = ({ agreed, contradicted }: Count, atLeast: number): boolean =>
      agreed >= atLeast && contradicted === 0;
    return {
      statuses: Object.fromEntries([...this.#statuses].map(([name, some]) => [name, [...some]])),
      ...(constant === null ? {} : { constant }),
      ...(cap === null || constant !== null ? {} : { cap }),
      ...(isBorneOut(this.#ignored, PAIRS) ? { pageIgnored: { pages: this.#ignored.agreed } } : {}),
      ...(isBorneOut(this.#fromZero, 1) ? { fromZero: true } : {}),
    };
  }

  /** The numbers of results that first pages held. */
  get #held(): ReadonlySet<number> {
    const all = new Set<number>();
    for (const held of this.#sizes.values()) for (const results of held) all.add(results);
    return all;
  }

  get #cap(): NonNullable<Traits['cap']> | null {
    const most = Math.max(0, ...this.#held);
    const larger = [...this.#sizes].filter(([size]) => size > most);
    const isCapped = larger.every(([, held]) => held.size === 1 && held.has(most));
    const isHonoured = [...this.#sizes].some(([size, held]) => size < most && held.has(size));
    const sizes = larger.map(([size]) => size);
    return most > 0 && most < MAX_PER_PAGE && sizes.length >= SIZES && isCapped && isHonoured
      ? { most, from: Math.min(...sizes), to: Math.max(...sizes) }
      : null;
  }

  get #constant(): NonNullable<Traits['constant']> | null {
    const [size = 0, ...others] = this.#held;
    const sizes = [...this.#sizes.keys()];
    const isOther = sizes.some((each) => each < size) && sizes.some((each) => each > size);
    return size > 0 && others.length === 0 && sizes.length >= SIZES && isOther
      ? { size, sizes: sizes.length }
      : null;
  }
}
