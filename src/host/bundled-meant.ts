import type { SettingProblem } from './settings.ts';

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

/** The line that a setting of an address has in `.env`. */
const ADDRESS_LINE = 'BASE_URL=https://issues.example.com';
const MOST_NAMES = 5;
const NAME = 40;

/** What `.env` holds. */
export interface DotEnv {
  /** Names that were read from it, in its order. */
  readonly names: readonly string[];
  /** Those of them that nothing beats. */
  readonly counting: readonly string[];
  /** Its lines that are neither blank nor comments, by their numbers. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** What speaks for the bundled service, and against it, beside the values of settings. */
export interface BundledAsked {
  /** True with `--bundled`. */
  readonly isBundled: boolean;
  /** True if only `--bundled` asks for the bundled service: for an installed package in CI. */
  readonly mustBeFlag: boolean;
  /** `null` without the file. */
  readonly dotenv: DotEnv | null;
}

/** Nothing but the values of settings speaks of a target. */
export const NOT_ASKED: BundledAsked = { isBundled: false, mustBeFlag: false, dotenv: null };

type Raw = Readonly<Record<string, string | undefined>>;
type Problem = Pick<SettingProblem, 'setting' | 'allowed'>;

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
const printable = (name: string): string => name.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, NAME);

const several = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMES).map(printable).join(', ');
  return names.length > MOST_NAMES ? `${shown}, …` : shown;
};

const misspelt = (raw: Raw): string[] =>
  Object.keys(raw).filter((name) => isNearly(name.toUpperCase(), 'BASE_URL') && isGiven(raw[name]));

/** Names of settings that are set in another case, which on most systems is another variable. */
const inOtherCase = (raw: Raw, known: readonly string[]): string[] =>
  Object.keys(raw).filter(
    (name) => !known.includes(name) && known.includes(name.toUpperCase()) && isGiven(raw[name]),
  );

/** What names a target beside `--bundled`. */
function conflicts(raw: Raw): Problem[] {
  const isOfTarget = (name: string): boolean => name === 'BASE_URL' || OF_A_TARGET.includes(name);
  const named = [
    ...(raw['BASE_URL'] === undefined ? [] : ['BASE_URL']),
    ...OF_A_TARGET.filter((name) => isGiven(raw[name])),
    ...misspelt(raw),
    ...Object.keys(raw).filter(
      (name) => !isOfTarget(name) && isOfTarget(name.toUpperCase()) && isGiven(raw[name]),
    ),
  ];
  return named.map((name) => ({
    setting: printable(name),
    allowed: 'not together with --bundled, which checks the bundled service; leave out one of the two',
  }));
}

/** Why the lines of `.env` may be meant to name a target, although none of them does. */
function problemsOfFile({ names, lines }: DotEnv, known: readonly string[]): Problem[] {
  const hint = `expected a line such as ${ADDRESS_LINE}. To check the bundled service, pass --bundled`;
  if (lines.length > 0 && !names.some((name) => known.includes(name)))
    return [
      {
        setting: 'BASE_URL',
        allowed: `.env has no known setting${names.length === 0 ? '' : `, but ${several(names)}`}; ${hint}`,
      },
    ];
  const mention = lines.find(({ text }) => /(?<![\w-])BASE_URL(?![\w-])/i.test(text));
  return mention === undefined
    ? []
    : [{ setting: 'BASE_URL', allowed: `line ${mention.number} of .env does not set it; ${hint}` }];
}

/**
 * Why the bundled service is not checked although no address is given: an undefined variable of a CI job, or a line that is
 * not read, must never turn into a green run. Nothing if an address is given, or if nothing speaks of a target.
 *
 * @param known names of all settings
 */
export function whyNotBundled(
  raw: Raw,
  { isBundled, mustBeFlag, dotenv }: BundledAsked,
  known: readonly string[],
): Problem[] {
  if (isBundled) return conflicts(raw);
  const address = raw['BASE_URL'];
  if (isGiven(address)) return [];
  const problem = (allowed: string): Problem[] => [{ setting: 'BASE_URL', allowed }];
  const toCheckBundled = (which: string): string =>
    `To check the bundled service, unset ${which} and pass --bundled`;
  if (address !== undefined)
    return problem(
      `it is set but empty, as an undefined variable of a CI job is. Set it to the address of the service. ${toCheckBundled('it')}`,
    );
  const others = OF_A_TARGET.filter((name) => isGiven(raw[name]));
  if (others.length > 0)
    return problem(
      `the address of the service, required with ${others.join(', ')}. ${toCheckBundled(others.length === 1 ? 'that' : 'those')}`,
    );
  const near = misspelt(raw);
  if (near.length > 0)
    return problem(
      `the address of the service; ${several(near)} is set instead, which looks misspelt. ${toCheckBundled('that')}`,
    );
  const otherCase = inOtherCase(raw, known).map((name) => ({
    setting: name.toUpperCase(),
    allowed: `it is written ${printable(name)}; names of settings have capital letters: ${name.toUpperCase()}=…`,
  }));
  if (otherCase.length > 0) return otherCase;
  const ofFile = dotenv === null ? [] : problemsOfFile(dotenv, known);
  if (ofFile.length > 0 || !mustBeFlag) return ofFile;
  return problem(
    'the address of the service. CI is set, where only --bundled checks the bundled service: an undefined variable must not turn into a green run',
  );
}
