import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // HTML reads both.
      'doctype-style': 'off',
      // hono's JSX writes void elements as <br/> and boolean attributes as hidden="", which is valid too.
      'void-style': 'off',
      'attribute-empty-style': 'off',
      // Seeds and versions of a target are no telephone numbers.
      'tel-non-breaking': 'off',
      // A text of a target may end in blanks, and is shown as it is.
      'no-trailing-whitespace': 'off',
      // A box that scrolls is no section of the page, though it has a name.
      'prefer-native-element': ['error', { exclude: ['region'] }],
    },
  }),
);

/** What a validator has to say against a page: nothing, or each finding with its place. */
export function faultsOf(page: string): readonly string[] {
  return validator
    .validateStringSync(page)
    .results.flatMap(({ messages }) =>
      messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    );
}
