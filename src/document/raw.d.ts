declare module '*?raw' {
  /** The text of the file: a style or a script of a page. */
  const text: string;
  export default text;
}
