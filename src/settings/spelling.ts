import { settingNames } from './table.ts';

/** True if texts are equal, or adding, removing, replacing or swapping one character makes one the other. */
function areOneEditApart(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [from, to] = [one.slice(same), other.slice(same)];
  const isSwapped = from[0] === to[1] && from[1] === to[0] && from.slice(2) === to.slice(2);
  return isSwapped || from.slice(1) === to.slice(1) || from.slice(1) === to || from === to.slice(1);
}

/** Returns the name that is at most one edit, or the case of letters, away from a text that is no name itself. */
const misspelt = <Name extends string>(text: string, names: readonly Name[]): Name | null =>
  names.some((name) => name === text)
    ? null
    : (names.find((name) => areOneEditApart(text.toUpperCase(), name.toUpperCase())) ?? null);

const MOST_NAMES = 3;

/** Returns a hint on the names that were probably meant, for the end of a sentence; empty if none is similar. */
export function didYouMean(text: string, names: readonly string[]): string {
  const given = text.trim().toLowerCase();
  const parts = given === '' ? [] : names.filter((name) => name.includes(given));
  const near = [...new Set([...[misspelt(given, names) ?? []].flat(), ...parts])].slice(0, MOST_NAMES);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/** Returns problems of names that are one edit away from a setting. */
export const misspeltIn = (names: readonly string[], where: string) =>
  names.flatMap((setting) => {
    const meant = misspelt(setting, settingNames);
    if (meant === null) return [];
    const allowed = `no setting is called so (in ${where}); did you mean ${meant}?`;
    // Other programs have variables with similar names.
    const isCommon = !meant.includes('_') && meant !== 'WRITES' && meant !== 'PROFILE';
    return [{ setting, given: null, allowed, isCommon }];
  });
