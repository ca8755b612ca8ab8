import { isRuleId } from '../model/rule-ids.ts';
import type { ExchangeReport, Report } from './model.ts';

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Matches a header value from HEADERS as a report shows it. */
const EXTRA = /^<HEADERS: [^>\s]+>$/;
/** The file that curl reads the HEADERS from, one on each line. */
const HEADERS_FILE = 'headers.txt';

/** Returns a word for a POSIX shell in which tokens are variables. `:?` stops the command if one is not set. */
function filledIn(text: string): string {
  if (!/<(?:OUTSIDER_)?TOKEN>/.test(text)) return quote(text);
  const escaped = text.replaceAll(/["$`\\]/g, String.raw`\$&`).replaceAll('!', `"'!'"`);
  return `"${escaped.replaceAll(/<((?:OUTSIDER_)?TOKEN)>/g, (_, name: string) => `\${${name}:?}`)}"`;
}

/** Returns a header for curl's `-H`. An empty value needs `name;`, because curl omits the header `name:`. */
const headerWord = (name: string, value: string): string =>
  filledIn(value === '' ? `${name};` : `${name}: ${value}`);

const ADDED_BY_CURL = ['accept', 'content-type'] as const;

/** Matches a credential that a report only describes: `<TOKEN with one character changed>`. */
const DESCRIBED = /<(?!TOKEN>|OUTSIDER_TOKEN>|HEADERS: )[^<>]*(?:TOKEN|HEADERS)[^<>]*>/;

/** Returns a curl command, in which tokens are variables and HEADERS are read from a file; an empty text if none can work. */
export function curlOf({ request, fault = '' }: ExchangeReport, takesAnyCertificate = false): string {
  if (DESCRIBED.test(JSON.stringify(request))) return '';
  const { method, url, headers, body } = request;
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const words = ['curl', takesAnyCertificate ? '-ksSi' : '-sSi'];
  const timeoutMs = /within (\d+) ms$/.exec(fault)?.[1];
  if (timeoutMs !== undefined) words.push('-m', String(Number(timeoutMs) / 1000));
  // Without `-g`, curl reads brackets as a range of addresses.
  if (/[[\]{}]/.test(url)) words.push('-g');
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET') words.push('-X', method);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'user-agent' && !EXTRA.test(value)) words.push('-H', headerWord(name, value));
  }
  for (const name of ADDED_BY_CURL)
    if (!names.has(name) && (name === 'accept' || body !== null)) words.push('-H', `${name}:`);
  if (Object.values(headers).some((value) => EXTRA.test(value))) words.push('-H', `@${HEADERS_FILE}`);
  // curl's `--data` would read a file if the body begins with "@".
  if (body !== null) words.push('--data-raw', filledIn(body));
  words.push(filledIn(url));
  return words.join(' ');
}

/** Ways to call this program: by the npm script of its checkout, as a package of a project, or by its name. */
export const programs = {
  script: 'npm run conformance --',
  // Without `--no-install`, npx would run any registry package of this name if the program is not installed.
  npx: 'npx --no-install issue-conformance',
  name: 'issue-conformance',
} as const;

/** Returns the command that replays a rule, or all. @param path of the report, if it is known better than the report says */
export function replayLine({ run, target }: Report, { id = '', path = '' } = {}): string {
  const { program = 'npx', report = '', settings = [] } = run.replay ?? {};
  const { bundled, faults = [] } = target;
  const words = [bundled ? '--bundled' : [], settings, faults.map((fault) => ['--fault', fault])].flat(2);
  const given = path || report;
  return [
    `${programs[program]} replay`,
    // A report of somebody else must name no option.
    given === '' || given.startsWith('-') ? 'conformance.json' : quote(given),
    ...(isRuleId(id) ? [id] : []),
    ...words.map(quote),
  ].join(' ');
}
