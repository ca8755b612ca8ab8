/** Returns the page without its style and script, which all pages share. */
export function contentOf(page: string): string {
  return page.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<script>[\s\S]*?<\/script>/, '');
}

/** Returns the tags of a page in order. If texts are escaped, each `<` starts a tag. */
export function tagsOf(page: string): readonly string[] {
  return [...contentOf(page).matchAll(/<[!/]?[^\s/>]*/g)].map(([tag]) => tag);
}

/** Returns names and values of all attributes as written in the page. */
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

/** Returns the text of the page, with tags replaced by blanks. */
export function textOfPage(page: string): string {
  return contentOf(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ');
}

/** Returns the part of the page with this id. */
export function partOfPage(page: string, id: string): string {
  const from = page.indexOf(`<section class="part" id="${id}"`);
  if (from === -1) throw new Error(`the page has no part ${id}`);
  const to = page.indexOf('<section class="part"', from + 1);
  return page.slice(from, to === -1 ? page.indexOf('</main>') : to);
}
