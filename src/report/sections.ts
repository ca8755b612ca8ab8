/** Sections of the specification by their numbers, in its order, with its own headings. */
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

/** The section that has a heading and holds the one that a rule cites: `5` for `5.4`; the section itself where none does. */
export function partOf(section: string): string {
  const holds = (part: string): boolean => section === part || section.startsWith(`${part}.`);
  return sections.find((each) => holds(each.section))?.section ?? section;
}
