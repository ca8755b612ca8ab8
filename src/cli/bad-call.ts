import type { Command, CommanderError } from 'commander';
import { inert } from '../report/text.ts';
import { nearest } from '../settings/spelling.ts';
import { flagOf, isSetting } from '../settings/table.ts';
import { unknownCommandText } from './unknown-command.ts';

/** A command call that commander rejects. */
export class BadCall extends Error {
  override readonly name = 'BadCall';
  readonly command: Command;
  override readonly cause: CommanderError;

  constructor(command: Command, cause: CommanderError) {
    super(cause.message, { cause });
    this.command = command;
    this.cause = cause;
  }
}

/** Returns the call of a command for messages: `issue-conformance run`. */
const callOf = (command: Command): string =>
  command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;

const flagsOf = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? []);

/** Returns the message for an unknown flag. @param given without its value, which may be a token */
function unknownFlag(given: string, command: Command): string {
  const said = `Unknown option ${inert(given)}.`;
  const setting = given.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const flag = flagOf(setting);
  if (isSetting(setting) && flag === null)
    return `${said} ${setting} has no flag: set it in the environment or in .env.`;
  const own = flagsOf(command);
  const meant = isSetting(setting) && own.includes(flag ?? '') ? [flag] : nearest(given, own, 2);
  if (meant.length > 0) return `${said} Did you mean ${meant.join(' or ')}?`;
  const others = (command.parent?.commands ?? []).filter((other) => flagsOf(other).includes(given));
  return others.length === 0
    ? said
    : `${said} ${others.map((other) => other.name()).join(' and ')} ${others.length === 1 ? 'has' : 'have'} it.`;
}

/** Returns the problem of a call. */
function complaint({ cause: { code, message }, command }: BadCall): string {
  const text = message.replace(/^error: /, '');
  const [, named = ''] = /'([^']*)'/.exec(text) ?? [];
  switch (code) {
    case 'commander.unknownOption':
      return unknownFlag(named.split('=')[0] ?? '', command);
    case 'commander.optionMissingArgument': {
      const option = command.options.find(({ flags }) => flags === named);
      return `${named} has no value; expected ${option?.description ?? 'one'}.`;
    }
    case 'commander.missingArgument': {
      const argument = command.registeredArguments.find((one) => one.name() === named);
      return `${command.name()} needs a <${named}>: ${argument?.description ?? ''}.`;
    }
    case 'commander.excessArguments':
      return `${command.name()} takes ${command.registeredArguments.length === 0 ? 'no arguments' : 'fewer arguments'}.`;
    case 'commander.invalidArgument': {
      const option = command.options.find(({ flags }) => flags === named);
      const [, given = ''] = /argument '([\s\S]*)' is invalid/.exec(text) ?? [];
      return `${option?.long ?? named} is "${inert(given)}"; expected ${option?.argChoices?.join(', ') ?? 'another value'}.`;
    }
    default:
      return `${text.charAt(0).toUpperCase()}${inert(text.slice(1))}.`;
  }
}

/** Returns the message for a bad call: what was given, what is allowed, and which help lists it. */
export function badCallText(bad: BadCall): string {
  const { command, cause } = bad;
  // `run` is assumed and takes no arguments, so an extra word was meant as a command.
  const [word] = command.args;
  if (cause.code === 'commander.excessArguments' && command.name() === 'run' && word !== undefined)
    return unknownCommandText(word, commandNames(command.parent ?? command));
  return `${complaint(bad)} "${callOf(command)} --help" lists what is allowed.`;
}

/** Returns the names of all commands of a program. */
export const commandNames = (program: Command): string[] => [
  ...program.commands.map((command) => command.name()),
  'help',
];
