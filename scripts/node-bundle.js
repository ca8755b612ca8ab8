/** Options of every bundle that is installed: one file for the oldest supported Node, without white space. */
export const nodeBundle = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
  minifyWhitespace: true,
  minifySyntax: true,
};
