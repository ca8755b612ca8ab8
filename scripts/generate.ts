// Writes what is generated and committed: the released ids, docs/specification.md, the numbers of docs/proof.md,
// and whatever follows from the table of settings. npm run generate
import { readFile, writeFile } from 'node:fs/promises';
import { type ByProfile, PROFILES, type ProfileName } from '../src/model/profile.ts';
import { defaultTextOf, flagOf, isHidden, kebab } from '../src/settings/names.ts';
import { SETTINGS, type SettingName, settingNames } from '../src/settings/table.ts';
import { between, proofPage } from '../tests/proof/proof-page.ts';
import { releasedText } from '../tests/suites/released-text.ts';
import { specificationText } from '../tests/suites/specification-text.ts';

const sentence = (text: string): string =>
  /^\w+:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** Returns `.env.example` with its settings brought up to date. @throws {Error} if it lacks one */
const dotenvExample = (text: string): string =>
  settingNames.reduce((all, name) => {
    const usual = defaultTextOf(name);
    const isValue = /^[\w./+-]+$/.test(usual) && !['none', 'all', 'OWNER', 'REPO'].includes(usual);
    const says = `# ${sentence(SETTINGS[name].description)}${isValue ? '' : ` (default: ${usual})`}`;
    const line = new RegExp(`(?:^# .*\n)?^#${name}=(.*)`, 'm');
    if (!line.test(all)) throw new Error(`Add a line #${name}= to .env.example.`);
    return all.replace(line, (_, example: string) => `${says}\n#${name}=${isValue ? usual : example}`);
  }, text);

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
    ...Object.entries(OF_PROFILES).map(([name, [tries, when]]) => {
      const { reading, writing, creations } = PROFILES[name as ProfileName].healthy;
      return `| \`${name}\` | ${tries} | ${when} | ${reading}; ${writing} | ${creations} |`;
    }),
  ].join('\n');

/** Inputs that the action gives to its own steps, or sets itself. */
const OF_THE_ACTION: Partial<Record<SettingName, string>> = {
  REPORT_DIR: '${{ steps.prepare.outputs.report-dir }}',
  HISTORY_DIR: '${{ steps.prepare.outputs.history-dir }}',
  BASELINE: '${{ steps.prepare.outputs.baseline }}',
  RECORD: '${{ steps.prepare.outputs.record }}',
  // All formats, because the action needs some of them.
  REPORT_FORMAT: "''",
};
const REQUIRED: ReadonlySet<SettingName> = new Set(['BASE_URL', 'OWNER', 'REPO'] as const);

const actionInputs = (): string =>
  settingNames
    .filter((name) => name !== 'REPORT_FORMAT')
    .map((name) => {
      const secret = isHidden(name) ? '; give it from a secret' : '';
      const place = name in OF_THE_ACTION ? ', relative to the workspace' : '';
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

/** The generated files, each with the function that brings its text up to date. */
const documents: Readonly<Record<string, (text: string) => string>> = {
  'src/model/released.ts': () => releasedText(),
  'docs/specification.md': specificationText,
  'docs/proof.md': proofPage,
  '.env.example': dotenvExample,
  'docs/settings.md': (text) =>
    between(between(text, 'settings', `\n${settingsTable()}\n`), 'profiles', `\n${profilesTable()}\n`),
  'action.yml': (text) => between(between(text, 'inputs', actionInputs()), 'variables', actionVariables()),
};

for (const [file, made] of Object.entries(documents))
  await writeFile(file, made(await readFile(file, 'utf8')));
