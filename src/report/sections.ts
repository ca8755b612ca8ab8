/** Parts of the service document by their numbers, in its order, each with a title of our own. */
export const sections: readonly { readonly section: string; readonly title: string }[] = [
  { section: '1', title: 'What the service is for' },
  { section: '2', title: 'Issues and what creates them' },
  { section: '3', title: 'States of an issue' },
  { section: '4.1', title: 'Listing issues' },
  { section: '4.2', title: 'Creating an issue' },
  { section: '4.3', title: 'Headers to send' },
  { section: '5', title: 'Tokens and who may do what' },
  { section: '6', title: 'Events' },
  { section: '7', title: 'Refusals' },
  { section: '8', title: 'Limits of a page' },
  { section: '9', title: 'Versions' },
];

/** The part of the document that a rule's section stands in: `5` for `5.4`; the section itself where no part has it. */
export function partOf(section: string): string {
  const holds = (part: string): boolean => section === part || section.startsWith(`${part}.`);
  return sections.find((each) => holds(each.section))?.section ?? section;
}
