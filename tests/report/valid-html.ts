import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // Ids of rules have dots, as ids may; a link to a rule is to read like the rule.
      'valid-id': ['error', { relaxed: true }],
      // hono's JSX writes void elements as <br/> and boolean attributes as hidden="", which is valid too.
      'void-style': 'off',
      'attribute-empty-style': 'off',
      'attribute-boolean-style': 'off',
      // The filter obeys each key and each choice; there is nothing to submit.
      'wcag/h32': 'off',
      // A text of a target may end in blanks, and is shown as it is.
      'no-trailing-whitespace': 'off',
      // Seeds and versions of a target are no telephone numbers.
      'tel-non-breaking': 'off',
      // A box that scrolls is no section of the page, though it has a name.
      'prefer-native-element': ['error', { exclude: ['region'] }],
      // The title holds the address of the target, which may be long.
      'long-title': 'off',
    },
  }),
);

/** What a validator has to say against a page: nothing, or each finding with its place. */
export function htmlMistakes(page: string): readonly string[] {
  const { results } = validator.validateStringSync(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
