import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** Values of the contexts that an expression may name: `inputs`, `steps`, `github`, … */
export type Contexts = Readonly<Record<string, unknown>>;

function asData(value: unknown): data.ExpressionData {
  if (value === null || value === undefined) return new data.Null();
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'string') return new data.StringData(value);
  if (Array.isArray(value)) return new data.Array(...value.map(asData));
  return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: asData(each) })));
}

/** Result of the previous steps, for `if`. */
export type JobStatus = 'success' | 'failure' | 'cancelled';

function evaluated(expression: string, contexts: Contexts, status: JobStatus): data.ExpressionData {
  const functions = (['success', 'failure', 'cancelled', 'always'] as const).map((name) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(name === 'always' || name === status),
  }));
  const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
  const context = asData(contexts);
  if (!(context instanceof data.Dictionary)) throw new Error('Contexts are an object.');
  return new Evaluator(tree, context, new Map(functions.map((one) => [one.name, one]))).evaluate();
}

/** Fills in `${{ … }}` in a text of a workflow with GitHub's own library. */
export const filledIn = (text: string, contexts: Contexts, status: JobStatus = 'success'): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluated(expression.trim(), contexts, status).coerceString(),
  );

/** True if a step with this `if` is executed. Without `if`, it is executed unless a step failed. */
export function isTaken(condition: string | undefined, contexts: Contexts, status: JobStatus): boolean {
  const expression = (condition ?? 'success()').replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1').trim();
  const asked = /\b(?:success|failure|cancelled|always)\(\)/.test(expression)
    ? expression
    : `success() && (${expression})`;
  const value = evaluated(asked, contexts, status);
  return !['', '0', 'false'].includes(value.coerceString());
}
