/** Names that trackers give to what tells issues apart, the surest first. */
const TELLING = [
  /^_?id$/i,
  /^(node|issue|global|unique)_?id$/i,
  /^(number|nr|no|iid|uid|uuid|guid|key|ref)$/i,
  /(^|[-_. ])(id|key|number)$|[a-z](I[dD]|Key|Number)$/,
  /(url|uri|href|self)$/i,
];

/**
 * Parts of a record that are things of their own: that each record of a short list has another author does not make the
 * author's id a name of the issue. Nor do the neighbours of an issue name it.
 */
const OF_ANOTHER_THING =
  /^_?(user|author|creator|owner|person|reporter|assignee|actor|member|customer|client|company|milestone|sprint|epic|board|repo|project|org|team|group|workspace|account|parent|label|tag|category|component|type|kind|status|state|priority|version|closed|created|updated|previous|prev|next|first|last|latest|comment|sponsor|avatar)/i;

const rankOf = (path: readonly string[]): number => {
  const byName = TELLING.findIndex((pattern) => pattern.test(path.at(-1) ?? ''));
  return byName === -1 || path.some((name) => OF_ANOTHER_THING.test(name))
    ? Number.POSITIVE_INFINITY
    : path.length * 100 + byName;
};

/** The paths whose names promise to tell issues apart, the most promising first; outside goes before inside. */
export function telling(paths: readonly (readonly string[])[]): (readonly string[])[] {
  return paths
    .map((path) => ({ path, rank: rankOf(path) }))
    .filter(({ rank }) => rank !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ path }) => path);
}
