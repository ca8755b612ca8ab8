import type { SettingProblem } from './settings.ts';

/** Settings that name the repositories of a target. */
export const REPOSITORY_NAMES = [
  'OWNER',
  'REPO',
  'PRIVATE_OWNER',
  'PRIVATE_REPO',
  'WRITE_OWNER',
  'WRITE_REPO',
] as const;
/** Settings of a target. If one of them is set, the bundled service cannot be meant. */
const OF_A_TARGET = [...REPOSITORY_NAMES, 'TOKEN', 'OUTSIDER_TOKEN', 'HEADERS', 'LABEL'];

/** Example of an address line in `.env`. */
const ADDRESS_LINE = 'BASE_URL=https://issues.example.com';
const MAX_NAMES = 5;
const NAME = 40;

/** The content of `.env`. */
export interface DotEnv {
  /** Names of its settings, in order. */
  readonly names: readonly string[];
  /** Names of its settings that no flag or variable overrides. */
  readonly counting: readonly string[];
  /** Its lines that are neither blank nor comments. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** Reasons for or against the bundled service, besides the values of settings. */
export interface BundledAsked {
  /** True with `--bundled`. */
  readonly isBundled: boolean;
  /** True if the bundled service requires `--bundled`: for an installed package in CI. */
  readonly mustBeFlag: boolean;
  /** `null` without the file. */
  readonly dotenv: DotEnv | null;
}

/** Nothing besides the values of settings speaks for or against the bundled service. */
export const NOT_ASKED: BundledAsked = { isBundled: false, mustBeFlag: false, dotenv: null };

type Raw = Readonly<Record<string, string | undefined>>;
type Problem = Pick<SettingProblem, 'setting' | 'allowed'>;

const isGiven = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** True if the names differ by one added, missing, replaced or swapped letter. */
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

/** Returns the name without characters that affect a terminal. */
const printable = (name: string): string => name.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, NAME);

const several = (names: readonly string[]): string => {
  const shown = names.slice(0, MAX_NAMES).map(printable).join(', ');
  return names.length > MAX_NAMES ? `${shown}, …` : shown;
};

const misspelt = (raw: Raw): string[] =>
  Object.keys(raw).filter((name) => isNearly(name.toUpperCase(), 'BASE_URL') && isGiven(raw[name]));

/** Returns the names of settings in the wrong case. On most systems such a name is another variable. */
const inOtherCase = (raw: Raw, known: readonly string[]): string[] =>
  Object.keys(raw).filter(
    (name) => !known.includes(name) && known.includes(name.toUpperCase()) && isGiven(raw[name]),
  );

/** Returns the settings that name a target and so conflict with `--bundled`. */
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

/** Returns the lines of `.env` that seem meant to name a target but do not. */
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
 * Returns why the bundled service is not checked although no address is given. An undefined variable of a CI
 * job, or an ignored line, must never become a green run. Empty if an address is given, or if nothing
 * mentions a target.
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
