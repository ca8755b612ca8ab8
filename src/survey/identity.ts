import { canonical, scalarText } from '../target/json.ts';

/** How records are told apart, although no field of theirs is documented (section 2). */
export type Identity =
  /** By one field, given by its path. */
  | { readonly kind: 'field'; readonly path: readonly string[] }
  /** By all that is in a record but the parts that change from one reading to the next. */
  | { readonly kind: 'record'; readonly restless: ReadonlySet<string> }
  /** Two records of the sample are alike, or there is no record. */
  | { readonly kind: 'none'; readonly why: string };

const MAX_DEPTH = 3;
/** Names that trackers give to what tells issues apart, the surest first. */
const TELLING_NAMES = [
  /^_?id$/i,
  /^(node|issue|global|unique)_?id$/i,
  /^(number|iid|uuid|guid|key|ref|slug)$/i,
  /(id|key|number)$/i,
  /(url|uri|href|self)$/i,
];

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const name of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

export function scalarPaths(record: unknown, prefix: readonly string[] = []): string[][] {
  if (record === null || typeof record !== 'object' || Array.isArray(record) || prefix.length >= MAX_DEPTH)
    return [];
  return Object.entries(record).flatMap(([name, value]) => {
    const path = [...prefix, name];
    return scalarText(value) === undefined ? scalarPaths(value, path) : [path];
  });
}

/** A count that goes up by one from record to record may be a place in the list and not a name of the record. */
function countsUp(values: readonly string[]): boolean {
  return (
    values.length > 1 &&
    values.every((value, index) => index === 0 || Number(value) === Number(values[index - 1]) + 1)
  );
}

function rank(path: readonly string[], firstPage: readonly string[]): number {
  const name = path.at(-1) ?? '';
  const byName = TELLING_NAMES.findIndex((pattern) => pattern.test(name));
  return path.length * 100 + (byName === -1 ? 50 : byName) + (byName === -1 && countsUp(firstPage) ? 30 : 0);
}

function valuesOf(records: readonly unknown[], path: readonly string[]): (string | undefined)[] {
  return records.map((record) => scalarText(valueAt(record, path)));
}

const isWhole = (values: readonly (string | undefined)[]): values is string[] => !values.includes(undefined);

/** Most of what was read first is there again, though the list may have moved a little meanwhile. */
function staysTheSame(
  path: readonly string[],
  sample: readonly unknown[],
  again: readonly unknown[],
): boolean {
  const first = new Set(valuesOf(sample, path));
  const second = valuesOf(again, path);
  const found = second.filter((value) => value !== undefined && first.has(value)).length;
  return found >= 0.8 * Math.min(first.size, second.length);
}

function restlessPaths(sample: readonly unknown[], again: readonly unknown[]): Set<string> {
  const restless = new Set<string>();
  for (const [index, record] of again.entries()) {
    for (const path of scalarPaths(record)) {
      if (scalarText(valueAt(record, path)) !== scalarText(valueAt(sample[index], path)))
        restless.add(path.join('.'));
    }
  }
  return restless;
}

/**
 * Finds out from a sample how records are told apart: by a field that is in every record, differs in each, and is the
 * same when read again; failing that by the whole record without its restless parts.
 *
 * @param pages consecutive, disjoint pages of the list
 * @param again a second reading that begins where the first page does, of any length
 */
export function findIdentity(pages: readonly (readonly unknown[])[], again: readonly unknown[]): Identity {
  const sample = pages.flat();
  const [firstPage] = pages;
  if (firstPage === undefined || sample.length === 0)
    return { kind: 'none', why: 'The list holds no issue.' };
  const candidates = scalarPaths(sample[0])
    .flatMap((path) => {
      const values = valuesOf(sample, path);
      return isWhole(values) && new Set(values).size === values.length && staysTheSame(path, sample, again)
        ? [{ path, rank: rank(path, values.slice(0, firstPage.length)) }]
        : [];
    })
    .toSorted((a, b) => a.rank - b.rank);
  const [best] = candidates;
  if (best !== undefined) return { kind: 'field', path: best.path };

  const whole: Identity = { kind: 'record', restless: restlessPaths(firstPage, again) };
  const keys = sample.map((record) => keyOf(record, whole));
  return new Set(keys).size === keys.length
    ? whole
    : {
        kind: 'none',
        why: 'The records of the list cannot be told apart: some are alike in everything that stays the same.',
      };
}

/** A text that is the same for the same issue and differs for another one, as far as the identity goes. */
export function keyOf(record: unknown, identity: Identity): string {
  if (identity.kind === 'field') {
    const value = scalarText(valueAt(record, identity.path));
    if (value !== undefined) return value;
  }
  const restless = identity.kind === 'record' ? identity.restless : new Set<string>();
  return canonical(record, (path) => restless.has(path));
}

/** The text of a scalar within a record; `undefined` where there is none. */
export function scalarAt(record: unknown, path: readonly string[]): string | undefined {
  return scalarText(valueAt(record, path));
}
