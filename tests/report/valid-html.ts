import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // Ids of rules contain dots, which HTML allows; links should read like the rule.
      'valid-id': ['error', { relaxed: true }],
      // hono's JSX writes void elements as <br/> and boolean attributes as hidden="", which is valid.
      'void-style': 'off',
      'attribute-empty-style': 'off',
      'attribute-boolean-style': 'off',
      // The filter reacts to each input, so there is no submit button.
      'wcag/h32': 'off',
      // Texts of a target may end with blanks, and are shown unchanged.
      'no-trailing-whitespace': 'off',
      // Seeds and versions are no telephone numbers.
      'tel-non-breaking': 'off',
      // A scrolling box is no section, though it has a name.
      'prefer-native-element': ['error', { exclude: ['region'] }],
      // The title contains the address of the target, which may be long.
      'long-title': 'off',
    },
  }),
);

/** Returns the validator's findings for a page, with positions. */
export function htmlMistakes(page: string): readonly string[] {
  const { results } = validator.validateStringSync(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
