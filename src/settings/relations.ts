import { howCalled } from '../host/called.ts';
import { ruleIds } from '../model/rule-ids.ts';
import { programText } from '../report/commands.ts';
import { headersIn } from './headers.ts';
import type { Given, RawSettings, Settings } from './parse.ts';
import { selectRules } from './selection.ts';
import { flagOf, isHidden, type SettingName, settingNames, TARGET_NAMES } from './table.ts';
import { tokensIn } from './tokens.ts';

type Complain = (setting: SettingName, allowed: string) => void;
type MaybeName = readonly [owner: string | undefined, repo: string | undefined];

/** True if two names mean the same repository. Most services ignore letter case. */
const areOne = (one: MaybeName, other: MaybeName): boolean =>
  one.every((part, index) => part !== undefined && part.toLowerCase() === other[index]?.toLowerCase());

/** Checks whether the settings name one target: a service, or the bundled one. */
export function checkTarget(raw: RawSettings, { isBundled, from }: Given, complain: Complain): void {
  const isGiven = (name: SettingName): boolean => (raw[name] ?? '').trim() !== '';
  if (isBundled) {
    for (const name of TARGET_NAMES.filter(isGiven))
      complain(
        name,
        `it is set ${from.get(name) ?? ''}, and --bundled checks the bundled service; leave out one of the two`,
      );
  } else if (!isGiven('BASE_URL')) {
    const program = programText(howCalled());
    complain(
      'BASE_URL',
      `${raw['BASE_URL'] === undefined ? '' : 'it is set but empty, as an undefined variable of a CI job is; expected '}the address of the service:
    BASE_URL=https://issues.example.com OWNER=acme REPO=widgets ${program.replace(/ --$/, '')}
  To check the bundled service instead:
    ${program} --bundled`,
    );
  } else {
    if (!isGiven('OWNER')) complain('OWNER', 'the owner of the public repository, required with BASE_URL');
    if (!isGiven('REPO')) complain('REPO', 'the name of the public repository, required with BASE_URL');
  }
}

export function checkRepositories(given: RawSettings, complain: Complain): void {
  const { OWNER, REPO, PRIVATE_OWNER, PRIVATE_REPO, WRITE_OWNER, WRITE_REPO } = given;
  if (PRIVATE_OWNER !== undefined && PRIVATE_REPO === undefined)
    complain('PRIVATE_REPO', 'the name of the private repository, required with PRIVATE_OWNER');
  if (areOne([PRIVATE_OWNER ?? OWNER, PRIVATE_REPO], [OWNER, REPO]))
    complain(
      'PRIVATE_REPO',
      'another repository than OWNER/REPO, which is the public one (most services ignore letter case in names)',
    );
  if (WRITE_OWNER !== undefined && WRITE_REPO === undefined)
    complain('WRITE_REPO', 'the name of the repository to write to, required with WRITE_OWNER');
  if (WRITE_REPO !== undefined && WRITE_OWNER === undefined)
    complain('WRITE_OWNER', 'the owner of the repository to write to, required with WRITE_REPO');
  if (areOne([WRITE_OWNER, WRITE_REPO], [PRIVATE_OWNER ?? OWNER, PRIVATE_REPO]))
    complain('WRITE_REPO', 'another repository than the private one: issues are created in a public one');
  const isSpeltApart = WRITE_OWNER !== OWNER || WRITE_REPO !== REPO;
  if (areOne([WRITE_OWNER, WRITE_REPO], [OWNER, REPO]) && isSpeltApart)
    complain('WRITE_REPO', 'OWNER/REPO in the same letter case, or another repository');
}

/** Texts that output has anyway: a token in one of them cannot be hidden without garbling the output. */
const WORDS = [...settingNames, ...settingNames.map((name) => flagOf(name) ?? ''), ...ruleIds].map((word) =>
  word.toLowerCase(),
);
const isWord = (token: string): boolean =>
  /^(?:[a-z]{1,15}|\d{1,7}|.{1,3})$/i.test(token) || WORDS.some((word) => word.includes(token.toLowerCase()));

/** Checks that the secrets of the settings can be hidden, and that no other setting shows them. */
export function checkSecrets(given: RawSettings, complain: Complain): void {
  const { TOKEN, OUTSIDER_TOKEN, HEADERS = '' } = given;
  if (OUTSIDER_TOKEN !== undefined && OUTSIDER_TOKEN === TOKEN)
    complain(
      'OUTSIDER_TOKEN',
      'another token than TOKEN, without access to the private repository (its value is not shown)',
    );
  for (const name of ['TOKEN', 'OUTSIDER_TOKEN'] as const)
    if (isWord(given[name] ?? '-'.repeat(9)))
      complain(
        name,
        'a token that is no word or short number: that one may stand anywhere in the output, and hiding it would garble the output (its value is not shown)',
      );
  const tokens = tokensIn({ TOKEN, OUTSIDER_TOKEN });
  const holdsToken = (text: string): boolean => tokens.scrub(text) !== text;
  for (const name of settingNames)
    if (!isHidden(name) && holdsToken(given[name] ?? ''))
      complain(
        name,
        'a value that does not contain TOKEN or OUTSIDER_TOKEN, since it is shown (now it is not)',
      );
  if (headersIn(HEADERS).some(({ name }) => holdsToken(name)))
    complain('HEADERS', 'names of headers that do not contain a token, since names are shown');
}

export function checkLists(
  { HEADERS = [], API_VERSION_HEADER = '', ONLY = [], SKIP = [] }: Partial<Settings>,
  complain: Complain,
): void {
  for (const { name } of HEADERS)
    if (name.toLowerCase() === API_VERSION_HEADER.toLowerCase())
      complain('HEADERS', `(${name}) cannot be set here: it has a setting of its own, API_VERSION`);
  for (const { setting, message } of selectRules(ONLY, SKIP).problems) complain(setting, message);
}
