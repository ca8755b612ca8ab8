/** The settings that name the repositories of a target. */
export const REPOSITORY_NAMES = [
  'OWNER',
  'REPO',
  'PRIVATE_OWNER',
  'PRIVATE_REPO',
  'WRITE_OWNER',
  'WRITE_REPO',
] as const;
/** Settings that speak of a target: where one of them is set, the bundled service is not what is meant. */
const OF_A_TARGET = [...REPOSITORY_NAMES, 'TOKEN', 'OUTSIDER_TOKEN', 'HEADERS', 'LABEL'];

const isGiven = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** Whether one name becomes the other by a letter more, a letter less, another letter, or two that change places. */
function isNearly(name: string, wanted: string): boolean {
  if (name === wanted) return false;
  const at = [...wanted].findIndex((letter, index) => letter !== name[index]);
  const place = at === -1 ? wanted.length : at;
  const [own, other] = [name.slice(place), wanted.slice(place)];
  return (
    own.slice(1) === other ||
    own === other.slice(1) ||
    own.slice(1) === other.slice(1) ||
    own === `${other[1] ?? ''}${other[0] ?? ''}${other.slice(2)}`
  );
}

/** Names of variables with nothing in them that a screen obeys. */
const printable = (name: string): string => name.replaceAll(/[^\x21-\x7e]/g, '?');

/**
 * Why the bundled service is not checked although no address is given: an undefined variable of a CI job must never turn
 * into a green run. `null` where an address is given, or nothing speaks of a target.
 */
export function whyNotBundled(raw: Readonly<Record<string, string | undefined>>): string | null {
  const address = raw['BASE_URL'];
  if (isGiven(address)) return null;
  if (address !== undefined)
    return 'it is set but empty, as an undefined variable of a CI job is. Set it to the address of the service. To check the bundled service, unset it';
  const others = OF_A_TARGET.filter((name) => isGiven(raw[name]));
  if (others.length > 0)
    return `the address of the service, required with ${others.join(', ')}. To check the bundled service, unset ${others.length === 1 ? 'that' : 'those'}`;
  const misspelt = Object.keys(raw).filter((name) => isNearly(name, 'BASE_URL') && isGiven(raw[name]));
  return misspelt.length === 0
    ? null
    : `the address of the service; ${misspelt.map(printable).join(', ')} is set instead, which looks misspelt. To check the bundled service, unset that`;
}
