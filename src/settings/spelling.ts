import { SETTINGS, settingNames } from './table.ts';

/** True if texts are equal but for case, or adding, removing, replacing or swapping one character makes them so. */
function areOneEditApart(name: string, text: string): boolean {
  const [one, other] = [name.toUpperCase(), text.toUpperCase()];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [from, to] = [one.slice(same), other.slice(same)];
  const isSwapped = from[0] === to[1] && from[1] === to[0] && from.slice(2) === to.slice(2);
  return isSwapped || from.slice(1) === to.slice(1) || from.slice(1) === to || from === to.slice(1);
}

/** Returns a hint on the names that were probably meant, for the end of a sentence; empty if none is similar. */
export function didYouMean(text: string, names: readonly string[]): string {
  const given = text.trim().toLowerCase();
  const near = names.filter((name) => areOneEditApart(name, given)).slice(0, 1);
  const longer = given === '' ? [] : names.filter((name) => name.includes(given));
  const meant = [...new Set([...near, ...longer])].slice(0, 3);
  return meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`;
}

/** Returns problems of names that are one edit, or the case of letters, away from a setting. */
export const misspeltIn = (names: readonly string[], where: string) =>
  names.flatMap((setting) => {
    const meant = settingNames.find((name) => areOneEditApart(name, setting));
    if (meant === undefined || setting in SETTINGS) return [];
    const allowed = `no setting is called so (in ${where}); did you mean ${meant}?`;
    // Other programs have variables with similar names.
    const isCommon = !meant.includes('_') && meant !== 'WRITES' && meant !== 'PROFILE';
    return [{ setting, given: null, allowed, isCommon }];
  });
