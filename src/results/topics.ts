/** Topics in the catalogue's order, by the beginnings of rule ids. */
const TOPICS = [
  {
    title: 'Answer and state',
    begins: [
      'list.ok',
      'list.array',
      'list.records',
      'list.anonymous',
      'list.token',
      'list.recommended-headers',
      'list.state.',
    ],
  },
  { title: 'per_page', begins: ['list.per-page.', 'observed.per-page.'] },
  { title: 'page', begins: ['list.page.', 'observed.page.', 'observed.links'] },
  { title: 'sort and direction', begins: ['list.sort.', 'observed.sort.', 'observed.direction.'] },
  {
    title: 'Who may list',
    begins: [
      'list.invalid-token',
      'list.unknown-',
      'list.private.',
      'observed.auth.',
      'observed.private.',
      'observed.names.',
    ],
  },
  {
    title: 'Creating: refused',
    begins: [
      'create.anonymous',
      'create.invalid-token',
      'create.malformed-credential',
      'create.missing-title',
      'create.title-type',
      'create.body-type',
      'create.payload-type',
      'create.unknown-',
      'create.private.',
      'create.rejected-no-effect',
    ],
  },
  { title: 'Creating', begins: ['create.', 'observed.create.'] },
  { title: 'Issues and states', begins: ['observed.state.', 'observed.issue.'] },
  { title: 'Answers and headers', begins: ['observed.'] },
] as const;

/** The topic of unknown rules, such as those of another version. */
const OTHER = 'Other';

const titleOf = (id: string): string =>
  TOPICS.find(({ begins }) => begins.some((beginning) => id.startsWith(beginning)))?.title ?? OTHER;

/** The members of a topic, in their order. */
export interface TopicGroup<Member> {
  readonly title: string;
  readonly members: readonly Member[];
}

/**
 * Groups rules, or things with the id of a rule, by topic. Topics are in the catalogue's order; empty ones
 * are omitted.
 */
export function byTopic<Member>(
  members: readonly Member[],
  idOf: (member: Member) => string,
): readonly TopicGroup<Member>[] {
  const titles = [...TOPICS.map(({ title }) => title), OTHER];
  const groups = new Map<string, Member[]>(titles.map((title) => [title, []]));
  for (const member of members) groups.get(titleOf(idOf(member)))?.push(member);
  return [...groups].flatMap(([title, found]) => (found.length === 0 ? [] : [{ title, members: found }]));
}

/** Sections of the specification with their own headings, in its order. */
export const sections: readonly { readonly section: string; readonly title: string }[] = [
  { section: '1', title: 'What the service does' },
  { section: '2', title: 'Resources and their fields' },
  { section: '3', title: 'States and transitions' },
  { section: '4.1', title: 'List issues' },
  { section: '4.2', title: 'Create an issue' },
  { section: '4.3', title: 'Recommended request headers' },
  { section: '5', title: 'Authentication' },
  { section: '6', title: 'Events' },
  { section: '7', title: 'Errors' },
  { section: '8', title: 'Limits' },
  { section: '9', title: 'Versioning' },
];

/**
 * Returns the section with a heading that contains the cited one: `5` for `5.4`; the section itself if there
 * is none.
 */
export function partOf(section: string): string {
  const holds = (part: string): boolean => section === part || section.startsWith(`${part}.`);
  return sections.find((each) => holds(each.section))?.section ?? section;
}
