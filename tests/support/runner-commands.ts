import { expect } from 'vitest';

/** Commands of CI runners. Some count only at the beginning of a line, others anywhere. */
export const COMMANDS = [
  '::error file=app.js,line=1::planted',
  '::add-mask::planted',
  '::set-output name=planted::value',
  '::stop-commands::planted',
  ':::error::planted',
  '##[error]planted',
  '###[group]planted',
  '##vso[task.setvariable variable=planted]value',
  "##teamcity[buildProblem description='planted']",
  'section_start:1560896352:planted[collapsed=true]',
  'section_end:1560896352:planted',
  'travis_fold:start:planted',
  '--- planted',
  '+++ planted',
] as const;

/** Patterns as loose as those of any runner. */
const FOUND = [
  /^\s*::+[a-z][\w-]*(?: .*)?::/im,
  /::[a-z][\w-]*(?:::| )/i,
  /##[a-z]*\[/i,
  /(?:section_(?:start|end)|travis_(?:fold|time)):/i,
  /^(?:---|\+\+\+|~~~) /m,
] as const;

/** Expects that no runner finds a command in the output of a job. @param what names the output */
export function expectNoCommand(text: string, what: string): void {
  for (const command of FOUND)
    expect(command.exec(text)?.[0], `${command.source} in ${what}`).toBe(undefined);
}
