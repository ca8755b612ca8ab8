/** The page without its style and its script, which hold what a page of another report holds too. */
export function contentOf(page: string): string {
  return page.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<script>[\s\S]*?<\/script>/, '');
}

/** The tags of a page in their order, without what is in them. In a page that escapes its texts, each `<` begins one. */
export function tagsOf(page: string): readonly string[] {
  return [...contentOf(page).matchAll(/<[!/]?[^\s/>]*/g)].map(([tag]) => tag);
}

/** Names and values of all attributes, the values as they stand in the page. */
export function attributesOf(page: string): readonly (readonly [string, string])[] {
  return [...contentOf(page).matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) =>
    [...tag.matchAll(/\s([^\s="/>]+)(?:="([^"]*)")?/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** What a reader of the page reads, tags taken for blanks. */
export function textOfPage(page: string): string {
  return contentOf(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ');
}

/** What stands from the heading of a part of the page to the next part. */
export function partOfPage(page: string, id: string): string {
  const from = page.indexOf(`<section class="part" id="${id}"`);
  if (from === -1) throw new Error(`the page has no part ${id}`);
  const to = page.indexOf('<section class="part"', from + 1);
  return page.slice(from, to === -1 ? page.indexOf('</main>') : to);
}
