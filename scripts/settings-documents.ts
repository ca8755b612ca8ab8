import { type ByProfile, PROFILES } from '../src/model/profile.ts';
import { defaultTextOf, flagOf, isHidden, kebab } from '../src/settings/names.ts';
import { SETTINGS, type SettingName, settingNames } from '../src/settings/table.ts';

/** Headings in `.env.example`, by the first setting below each. */
const HEADINGS: Partial<Record<SettingName, string>> = {
  BASE_URL: 'The service',
  TOKEN: 'Secrets. They have no flag, because process lists show flags',
  PRIVATE_OWNER: 'Further repositories',
  LABEL: 'What is sent',
  CONCURRENCY: 'Limits',
  REPORT_DIR: 'Reports and outcome',
  ACCEPT: 'For a service with other names for the same rules',
};

const HEADERS_EXAMPLE = String.raw`"X-Gateway-Key: …\nX-Environment: staging"`;

const dotenvExample = (): string =>
  settingNames
    .flatMap((name) => {
      const usual = defaultTextOf(name);
      const heading = HEADINGS[name];
      const isValue = /^[\w./+-]+$/.test(usual) && !['none', 'all', 'OWNER', 'REPO'].includes(usual);
      return [
        ...(heading === undefined ? [] : ['', `# --- ${heading}`, '']),
        `# ${sentence(SETTINGS[name].description)}${isValue ? '' : ` (default: ${usual})`}`,
        `#${name}=${name === 'HEADERS' ? HEADERS_EXAMPLE : isValue ? usual : ''}`,
      ];
    })
    .join('\n');

const sentence = (text: string): string =>
  /^\w+:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

const settingsTable = (): string =>
  [
    '| setting | flag | meaning | default |',
    '| --- | --- | --- | --- |',
    ...settingNames.flatMap((name) => [
      `| \`${name}\` | ${flagOf(name) === null ? '' : `\`${flagOf(name)}\``} | ${SETTINGS[name].description} | ${defaultTextOf(name).replace(/^none$/, '')} |`,
      ...(name === 'BASE_URL'
        ? [
            '| | `--bundled` | check the bundled service; no setting may name a target with it | |',
            '| | `--fault` | with `--bundled`: inject faults into it, to see rules fail | |',
          ]
        : []),
    ]),
  ].join('\n');

/** The work of a profile, and the occasion for it. */
const OF_PROFILES: ByProfile<readonly [tries: string, when: string]> = {
  quick: ['the documented examples, each for one caller', 'each deployment'],
  standard: ['the same for every caller; some generated values; all observations', 'each pull request'],
  thorough: ['all page sizes; many more generated values and callers', 'each night'],
};

const profilesTable = (): string =>
  [
    '| profile | tries | for | requests; with writes | issues created |',
    '| --- | --- | --- | --- | --- |',
    ...Object.values(PROFILES).map(({ name, healthy: { reading, writing, creations } }) => {
      const [tries, when] = OF_PROFILES[name];
      return `| \`${name}\` | ${tries} | ${when} | ${reading}; ${writing} | ${creations} |`;
    }),
  ].join('\n');

/** Inputs that the action gives to its own steps, or sets itself. */
const OF_THE_ACTION: Partial<Record<SettingName, string>> = {
  REPORT_DIR: '${{ steps.prepare.outputs.report-dir }}',
  HISTORY_DIR: '${{ steps.prepare.outputs.history-dir }}',
  BASELINE: '${{ steps.prepare.outputs.baseline }}',
  // All formats, because the action needs some of them.
  REPORT_FORMAT: "''",
};
const REQUIRED: ReadonlySet<SettingName> = new Set(['BASE_URL', 'OWNER', 'REPO'] as const);

const actionInputs = (): string =>
  settingNames
    .filter((name) => name !== 'REPORT_FORMAT')
    .map((name) => {
      const secret = isHidden(name) ? '; give it from a secret' : '';
      const place = ['REPORT_DIR', 'HISTORY_DIR', 'BASELINE'].includes(name)
        ? ', relative to the workspace'
        : '';
      const usual = name === 'REPORT_DIR' ? 'conformance-reports' : defaultTextOf(name);
      const description = `${sentence(SETTINGS[name].description)}${place}${secret} (${name}; default: ${usual})`;
      const value = REQUIRED.has(name)
        ? 'required: true'
        : `default: ${name === 'REPORT_DIR' ? usual : "''"}`;
      return `  ${kebab(name)}:\n    description: '${description}'\n    ${value}`;
    })
    .join('\n');

const actionVariables = (): string =>
  settingNames
    .map((name) => `        ${name}: ${OF_THE_ACTION[name] ?? `\${{ inputs.${kebab(name)} }}`}`)
    .join('\n');

/** Returns a text with other lines between two lines that contain marks. @throws {Error} if a mark is missing */
export function between(text: string, name: string, inner: string): string {
  const [start, end] = [text.indexOf(`${name}:start`), text.indexOf(`${name}:end`)];
  if (start === -1 || end < start) throw new Error(`No marks ${name}`);
  const [from, to] = [text.indexOf('\n', start) + 1, text.lastIndexOf('\n', end) + 1];
  return `${text.slice(0, from)}${inner}\n${text.slice(to)}`;
}

/** Files that the table of settings determines, each with the function that brings its text up to date. */
export const settingsDocuments: Readonly<Record<string, (text: string) => string>> = {
  '.env.example': (text) => between(text, 'settings', dotenvExample()),
  'docs/settings.md': (text) =>
    between(between(text, 'settings', `\n${settingsTable()}\n`), 'profiles', `\n${profilesTable()}\n`),
  'action.yml': (text) => between(between(text, 'inputs', actionInputs()), 'variables', actionVariables()),
};
