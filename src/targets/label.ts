/** Folder of the site that keeps the runs of all targets. */
export const HISTORY = 'history';

/** True if a label is a valid folder name on every system and not the name of a site's file. */
export const isLabel = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(text) &&
  !text.endsWith('.') &&
  !/^(?:history|index\.html|status\.json|metrics\.prom|con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)/i.test(text);
