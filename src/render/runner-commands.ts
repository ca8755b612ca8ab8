import { HARMFUL } from '../model/text.ts';

/**
 * Matches text that CI runners obey if a job prints it, even in the middle of a line: `::error::` of GitHub
 * and similar, `##[error]` of GitHub and Azure, `##vso[…]`, `##teamcity[…]`, sections of GitLab, folds of
 * Travis, groups of Buildkite. A job may print any file of this program, and each holds text of the target.
 */
const COMMAND =
  /(?<!:):{2,}(?=[a-z][\w-]*(?:::| ))|(?<!#)#{2,}(?=[a-z]*\[)|(?:section_(?:start|end)|travis_(?:fold|time)):|^(?:-{3}|\+{3}|~{3}|\^{3}) /gim;

/** Escapes a part of each command, so that no runner recognises it. */
const breaking =
  (written: (hex: string) => string) =>
  (text: string): string =>
    text.replace(COMMAND, (found) => {
      const sign = found.slice(-1);
      const isRun = found.startsWith(sign.repeat(2));
      const kept = found.slice(0, isRun ? 1 : -1);
      const escaped = written(sign.charCodeAt(0).toString(16));
      return kept + escaped.repeat(found.length - kept.length);
    });

const escapeUnits = (text: string): string =>
  text.replaceAll(/[^\n]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** For JSON, and for double-quoted YAML: invisible characters are escaped too, and the text reads back the same. */
export const breakInJson = (json: string): string =>
  breaking((hex) => String.raw`\u00${hex}`)(json.replace(HARMFUL, escapeUnits));

/** For HTML and XML outside of styles and scripts: the text reads back the same. */
export const breakInMarkup: (markup: string) => string = breaking((hex) => `&#x${hex};`);

/** For plain text: the escape is visible, like those of `escapeHarmful`. */
export const breakInText: (text: string) => string = breaking((hex) => String.raw`\u{${hex}}`);

/** All output goes through here, because CI runners obey some texts, which a target or a report may hold. */
export function print(stream: { write(text: string): unknown }, text: string): void {
  stream.write(breakInText(text));
}
