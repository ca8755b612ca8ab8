const LONGEST = 100;

/** Returns how many characters to add, remove, replace or swap with their neighbour make one text the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

/** Returns the names that were probably meant, most likely first: those with the text as a part, then similar spellings. */
function nearest(text: string, names: readonly string[], most: number): string[] {
  const meant = text.trim().toLowerCase().slice(0, LONGEST);
  if (meant === '') return [];
  const ranked = names
    .map((name) => ({ name, far: name.includes(meant) ? 0 : distance(meant, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(2, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.far - b.far);
  const likeliest = ranked[0]?.far ?? 0;
  return ranked.flatMap(({ name, far }) => (far <= likeliest + 1 ? [name] : [])).slice(0, most);
}

/** Returns a hint on what was probably meant, for the end of a sentence; empty if nothing is similar. */
export function didYouMean(text: string, names: readonly string[], most = 5): string {
  const near = nearest(text, names, most);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/** Returns the name that is at most one edit, or the case of letters, away from a text that is no name itself. */
export function misspelt<Name extends string>(text: string, names: readonly Name[]): Name | null {
  if (text.length > LONGEST || names.some((name) => name === text)) return null;
  const isNear = (name: Name): boolean =>
    // Most variables of an environment are longer or shorter, which is faster to see.
    Math.abs(text.length - name.length) <= 1 && distance(text.toUpperCase(), name.toUpperCase()) <= 1;
  return names.find(isNear) ?? null;
}
