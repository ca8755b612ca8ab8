/** Bytes of the page that one text of a kind may take. A report holds much longer ones than a person reads. */
export const limits = {
  name: 240,
  address: 1000,
  prose: 1000,
  value: 600,
  command: 3000,
} as const;

/** Whatever a page leaves out stands there. */
export const SOURCE = 'conformance.json';
