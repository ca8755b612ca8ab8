/** Returns the page without its style, which all pages share. */
export function contentOf(page: string): string {
  return page.replace(/<style>[\s\S]*?<\/style>/, '');
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
