declare module 'har-validator' {
  /** @returns true if the data are valid HAR */
  export const har: (data: unknown) => Promise<boolean>;
}
