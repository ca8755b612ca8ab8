declare module 'parse-prometheus-text-format' {
  interface Family {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly metrics: readonly {
      readonly value: string;
      readonly labels?: Readonly<Record<string, string>>;
    }[];
  }
  export default function parse(text: string): readonly Family[];
}
