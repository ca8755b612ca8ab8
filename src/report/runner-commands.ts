/**
 * What runners of CI jobs take for a command where a job prints it, in the middle of a line too: `::error::` of GitHub and
 * its likes, `##[error]` of the same and of Azure, `##vso[…]`, `##teamcity[…]`, the sections of GitLab, the folds of Travis,
 * and the groups of Buildkite. A job may print any file that this program writes, and each holds what a target said.
 */
const COMMAND =
  /(?<!:):{2,}(?=[a-z][\w-]*(?:::| ))|(?<!#)#{2,}(?=[a-z]*\[)|(?:section_(?:start|end)|travis_(?:fold|time)):|^(?:-{3}|\+{3}|~{3}|\^{3}) /gim;

/** Writes signs of each command in another way, so that no runner knows it. */
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

/** In JSON, and in YAML between double quotes: it reads back the same. */
export const breakInJson: (json: string) => string = breaking((hex) => String.raw`\u00${hex}`);

/** In HTML and XML, outside of styles and scripts: it reads back the same. */
export const breakInMarkup: (markup: string) => string = breaking((hex) => `&#x${hex};`);

/** Where a person reads the text as it is: as visible as what `inert` makes harmless. */
export const breakInText: (text: string) => string = breaking((hex) => String.raw`\u{${hex}}`);
