/** Topics in the catalogue's order, by the beginnings of rule ids. */
const TOPICS: readonly (readonly [title: string, ids: RegExp])[] = [
  ['Answer and state', /^list\.(?:ok|array|records|anonymous|token|recommended-headers|state\.)/],
  ['per_page', /^(?:list|observed)\.per-page\./],
  ['page', /^(?:list\.page\.|observed\.page\.|observed\.links)/],
  ['sort and direction', /^(?:list\.sort\.|observed\.sort\.|observed\.direction\.)/],
  ['Who may list', /^(?:list\.(?:invalid-token|unknown-|private\.)|observed\.(?:auth|private|names)\.)/],
  [
    'Creating: refused',
    /^create\.(?:anonymous|invalid-token|malformed-credential|missing-title|title-type|body-type|payload-type|unknown-|private\.|rejected-no-effect)/,
  ],
  ['Creating', /^(?:create\.|observed\.create\.)/],
  ['Issues and states', /^observed\.(?:state|issue)\./],
  ['Answers and headers', /^observed\./],
];

/** The topic of unknown rules, such as those of another version. */
const OTHER = 'Other';

/** Groups rules by topic, in the catalogue's order; empty topics are left out. */
export function byTopic<Member>(
  members: readonly Member[],
  idOf: (member: Member) => string,
): readonly { readonly title: string; readonly members: readonly Member[] }[] {
  const groups = new Map<string, Member[]>(
    [...TOPICS.map(([title]) => title), OTHER].map((title) => [title, []]),
  );
  for (const member of members) {
    const title = TOPICS.find(([, ids]) => ids.test(idOf(member)))?.[0] ?? OTHER;
    groups.get(title)?.push(member);
  }
  return [...groups].flatMap(([title, found]) => (found.length === 0 ? [] : [{ title, members: found }]));
}
