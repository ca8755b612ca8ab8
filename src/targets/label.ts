/** The folder of the site that keeps the runs of all targets. */
export const HISTORY = 'history';

/** True if a label may be the name of a folder on every system, beside the other files of a site. */
export const isLabel = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(text) &&
  !text.endsWith('.') &&
  !/^(?:history|index\.html|status\.json|metrics\.prom|con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)/i.test(text);
