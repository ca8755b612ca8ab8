/** Returns the edit distance: characters to add, remove or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of from.split('').entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] ?? 0) + (to[j] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

const LONGEST = 100;

/**
 * Returns the names that were probably meant, most likely first: those with the text as prefix or part, then
 * similar spellings.
 */
export function nearest(text: string, names: readonly string[], most = 5): string[] {
  const meant = text.trim().toLowerCase().slice(0, LONGEST);
  if (meant === '') return [];
  const ranked = names.flatMap((name) => {
    if (name.startsWith(meant)) return [{ name, rank: 0 }];
    if (name.includes(meant)) return [{ name, rank: 1 }];
    const far = distance(meant, name);
    return far <= Math.max(2, Math.floor(name.length / 3)) ? [{ name, rank: 1 + far }] : [];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  const likeliest = ranked[0]?.rank ?? 0;
  return ranked
    .filter(({ rank }) => rank <= likeliest + 1)
    .slice(0, most)
    .map(({ name }) => name);
}
