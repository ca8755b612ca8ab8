import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addParagraphs, helpLayout } from '../../src/cli/help.ts';
import { BASELINE_HELP, RUN_HELP } from '../../src/cli/help-texts.ts';
import { flaggedSettings, withSettings } from '../../src/cli/setting-flags.ts';
import { runCli } from '../support/cli.ts';

const COMMANDS =
  'Commands: run, rules, explain, replay, render, compare, targets, populate, baseline, serve, help. "issue-conformance --help" describes them.';

const toCheck = (address: string): string =>
  [
    'To check a service:',
    '',
    `  BASE_URL=${address} OWNER=… REPO=… issue-conformance`,
    `  issue-conformance --base-url ${address} --owner … --repo …`,
  ].join('\n');

const said = (sentence: string): string => `issue-conformance: ${sentence}\n`;

describe('a word where a command is expected', () => {
  it.each<[string, string, string]>([
    ['an address', 'https://issues.example.com', 'https://issues.example.com'],
    ['an address with a path', 'http://127.0.0.1:3000/api/v3/', 'http://127.0.0.1:3000/api/v3'],
    ['an address without a scheme', 'localhost:3000', 'http://localhost:3000'],
    ['an address with a password', 'https://me:s3cret@issues.example.com', 'https://issues.example.com'],
    ['an address with a query', 'https://issues.example.com/?token=s3cret', 'https://issues.example.com'],
    ['an address that a shell would read', 'https://issues.example.com/$(ls)', 'https://issues.example.com'],
  ])('shows how to check a service: %s', async (_, word, address) => {
    for (const args of [[word], ['run', word], ['--profile', 'quick', word]]) {
      const { status, stdout, stderr, report } = await runCli(args, { fresh: true });
      expect([status, stdout, report]).toEqual([2, '', null]);
      expect(stderr).toBe(said(`Unknown command "${address}". ${toCheck(address)}`));
    }
  });

  it.each<[string[], string]>([
    [['rplay', 'reports'], 'Unknown command "rplay". Did you mean replay?'],
    [['compere', 'a', 'b', '--output', 'c'], 'Unknown command "compere". Did you mean compare?'],
    [['help', 'ruls'], 'Unknown command "ruls". Did you mean rules or run?'],
    [['conformance'], 'Unknown command "conformance".'],
    [
      ['reports/conformance.json'],
      'Unknown command "reports/conformance.json". A report goes behind a command, as in issue-conformance replay REPORT.',
    ],
    // An unknown word is not repeated, because it may be a token.
    [['ghp_0123456789abcdef'], 'Unknown command.'],
  ])('lists the commands, and says which was meant: %j', async (args, sentence) => {
    const { status, stdout, stderr, report } = await runCli(args);
    expect([status, stdout, report]).toEqual([2, '', null]);
    expect(stderr).toBe(said(`${sentence}\n${COMMANDS}`));
  });

  it('that is a rule, or the beginning of one, leads to what is done with those', async () => {
    const { status, stderr } = await runCli(['list.per-page']);
    expect(status).toBe(2);
    expect(stderr).toBe(
      said(
        'Unknown command "list.per-page". To try only these rules: issue-conformance --only list.per-page. What a rule says: issue-conformance explain RULE.',
      ),
    );
  });

  it('that is a setting belongs before the command; its value is not shown', async () => {
    const { status, stderr } = await runCli(['TOKEN=s3cret']);
    expect([status, stderr]).toEqual([
      2,
      said('Unknown command: a setting stands before the command, as in TOKEN=… issue-conformance.'),
    ]);
  });
});

describe('a call that is wrong otherwise', () => {
  const help = (command: string): string => `"issue-conformance ${command} --help" lists what is allowed.`;
  it.each<[string[], string]>([
    [['--profle', 'quick'], `Unknown option --profle. Did you mean --profile? ${help('run')}`],
    [['--timeout-ms', '5'], `Unknown option --timeout-ms. Did you mean --timeout? ${help('run')}`],
    [
      ['--token=s3cret'],
      `Unknown option --token. TOKEN has no flag: set it in the environment or in .env. ${help('run')}`,
    ],
    [['--port', '80'], `Unknown option --port. serve has it. ${help('run')}`],
    [['serve', '--fualt', 'x'], `Unknown option --fualt. Did you mean --fault? ${help('serve')}`],
    [['run', '--nonsense'], `Unknown option --nonsense. ${help('run')}`],
    [
      ['--profile'],
      `--profile <name> has no value; expected quick, standard or thorough (PROFILE; default: standard). ${help('run')}`,
    ],
    [
      ['explain'],
      `explain needs a <rule>: a rule id, such as list.per-page.zero, or the beginning of several. ${help('explain')}`,
    ],
    [['explain', 'list.ok', 'list.array'], `explain takes fewer arguments. ${help('explain')}`],
    [['rules', 'list'], `rules takes no arguments. ${help('rules')}`],
    [
      ['compare', 'a', 'b', '--format', 'pdf'],
      `--format is "pdf"; expected text, markdown, html. ${help('compare')}`,
    ],
    [
      ['rules', '--json', '--markdown'],
      `Option '--json' cannot be used with option '--markdown'. ${help('rules')}`,
    ],
  ])('says what was given, what is allowed and where it stands: %j', async (args, sentence) => {
    const { status, stdout, stderr } = await runCli(args);
    expect([status, stdout, stderr]).toEqual([2, '', said(sentence)]);
  });
});

describe('help', () => {
  const helpOf = (width: number, text: string): string => {
    let printed = '';
    const command = new Command('issue-conformance')
      .configureHelp(helpLayout)
      .configureOutput({ getOutHelpWidth: () => width, writeOut: (part) => (printed += part) });
    addParagraphs(withSettings(command, flaggedSettings), text).outputHelp();
    return printed;
  };

  it.each([40, 60, 80, 120])('fits %i columns, but for examples', (width) => {
    for (const text of [RUN_HELP, BASELINE_HELP])
      for (const line of helpOf(width, text).split('\n'))
        if (!text.split('\n').includes(line)) expect(line.length, line).toBeLessThanOrEqual(width);
  });

  it('puts a description under its option where there is no room beside it', () => {
    expect(helpOf(40, RUN_HELP)).toContain(
      '\n  --timeout <ms>\n      timeout per request, including the\n      body (TIMEOUT_MS; default: 10000)\n',
    );
    expect(helpOf(40, RUN_HELP)).toContain(
      '\n  3  incomplete: nothing is broken, but\n     a gating rule is undecided\n',
    );
    expect(helpOf(80, RUN_HELP)).toContain(
      '\n  --timeout <ms>           timeout per request, including the body (TIMEOUT_MS;\n                           default: 10000)\n',
    );
  });

  it.each([
    '',
    'run',
    'rules',
    'explain',
    'replay',
    'render',
    'compare',
    'targets',
    'populate',
    'baseline',
    'serve',
  ])('is there for each command: %s', async (command) => {
    const { status, stdout, stderr } = await runCli([command, '--help'].filter((word) => word !== ''));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: issue-conformance ${command}`);
    if (command === '') expect(stdout).toContain('Without a command, `run` is assumed.');
  });
});
