import { jsonText } from '../../document/json-text.ts';
import type { ExchangeReport } from '../model.ts';
import { countOf } from '../text.ts';
import { beginningOf, bytesInPage, type Fitted, named, SOURCE, shownInPage } from './fit.ts';

/** Returns one line for each header, as many as fit. */
function headerLines(headers: Readonly<Record<string, string>>, most: number): Fitted {
  const lines: string[] = [];
  let left = most;
  for (const [name, value] of Object.entries(headers)) {
    const { text, whole } = beginningOf(`${name}: ${value}`, left);
    lines.push(text);
    left -= bytesInPage(text) + 1;
    if (!whole) return { text: lines.join('\n'), whole };
  }
  return { text: lines.join('\n'), whole: true };
}

function statusOf({ response, fault }: ExchangeReport): string {
  if (response === null) return 'no answer';
  return fault === undefined ? String(response.status) : `${response.status}, incomplete`;
}

/** Joins the parts that are not empty by line breaks. */
const linesOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const SUMMARY = 300;
const FAULT = 300;
/** A body of at most this many characters is not folded. */
const SHORT = 240;

function Body({
  text,
  size,
  isCut,
}: {
  readonly text: string;
  readonly size: number;
  readonly isCut: boolean;
}) {
  if (text === '') return <p class="muted">No body.</p>;
  const code = <pre class="code">{text}</pre>;
  if (size <= SHORT)
    return (
      <>
        {code}
        {isCut ? <p class="muted">The first {size.toLocaleString('en')} characters.</p> : null}
      </>
    );
  return (
    <details class="fold body">
      <summary>
        Body ({isCut ? 'its first ' : ''}
        {size.toLocaleString('en')} characters)
      </summary>
      {code}
    </details>
  );
}

interface ExchangeProps {
  readonly exchange: ExchangeReport;
  /** Bytes of the page that the exchange may take. */
  readonly most: number;
}

/** The request and the response of an exchange. */
function Messages({ exchange, most }: ExchangeProps) {
  const { request, response, fault } = exchange;
  const parts: readonly ((share: number) => Fitted)[] = [
    (share) => beginningOf(`${request.method} ${request.url}`, share),
    (share) => headerLines(request.headers, share),
    (share) => beginningOf(jsonText(request.body ?? ''), share, { keepNewlines: true }),
    (share) => headerLines(response?.headers ?? {}, share),
    (share) => beginningOf(jsonText(response?.body ?? ''), share, { keepNewlines: true }),
  ];
  let left = most;
  // Space that one part leaves is given to the next parts.
  const fitted = parts.map((fit, index) => {
    const part = fit(Math.floor(left / (parts.length - index)));
    left -= bytesInPage(part.text);
    return part;
  });
  const [line = '', sent = '', payload = '', received = '', body = ''] = fitted.map(({ text }) => text);
  return (
    <div class="messages">
      <p class="label">Request</p>
      <pre class="code">{linesOf(line, sent)}</pre>
      {payload === '' ? null : <pre class="code">{payload}</pre>}
      <p class="label">Response</p>
      {response === null ? (
        <p>None.</p>
      ) : (
        <>
          <pre class="code">{linesOf(String(response.status), received)}</pre>
          <Body text={body} size={response.body.length} isCut={response.truncated} />
        </>
      )}
      {fault === undefined ? null : <p>What went wrong: {named(fault, FAULT)}</p>}
      {fitted.every(({ whole }) => whole) ? null : (
        <p class="muted">Truncated; all that the run kept is in {SOURCE}.</p>
      )}
    </div>
  );
}

const ROLES = { case: 'this request', twin: 'twin request', context: 'before it' } as const;

/** One request and its response, folded. */
function Exchange({
  exchange,
  most,
  number,
  isPrinted,
}: ExchangeProps & { number: number; isPrinted: boolean }) {
  const { request, role, ms } = exchange;
  return (
    <details class="fold exchange" data-print={isPrinted ? '' : undefined}>
      <summary>
        {number}. {role === undefined ? null : <span class="tag">{ROLES[role]}</span>}{' '}
        <code>{shownInPage(`${request.method} ${request.url}`, SUMMARY)}</code> → {statusOf(exchange)}{' '}
        <span class="muted">in {ms.toFixed(0)} ms</span>
      </summary>
      <Messages exchange={exchange} most={most} />
    </details>
  );
}

/** A twin request and the request of the case, side by side: both must get the same response. */
function Pair({
  isPrinted,
  twin,
  own,
  most,
  number,
}: {
  twin: ExchangeReport;
  own: ExchangeReport;
  most: number;
  number: number;
  isPrinted: boolean;
}) {
  return (
    <details class="fold exchange" data-print={isPrinted ? '' : undefined}>
      <summary>
        {number} and {number + 1}. <span class="tag">side by side</span> twin request → {statusOf(twin)}, this
        request → {statusOf(own)}
      </summary>
      <div class="pair">
        <div>
          <p class="label">Twin request</p>
          <Messages exchange={twin} most={most} />
        </div>
        <div>
          <p class="label">This request</p>
          <Messages exchange={own} most={most} />
        </div>
      </div>
    </details>
  );
}

/** Bytes of an exchange without its messages: elements, summary and fault. */
const FRAME_BYTES = 1300;
/** Bytes below which an exchange shows too little; then fewer exchanges are shown. */
const MIN_EXCHANGE_BYTES = FRAME_BYTES + 1200;

interface ExchangesProps {
  readonly exchanges: readonly ExchangeReport[];
  /** Bytes of the page for all exchanges. */
  readonly most: number;
  /** True if the last exchange is printed open, because nobody can unfold paper. */
  readonly isPrinted: boolean;
}

/**
 * The exchanges that show a failure. If not all fit, the last ones are shown: the very last is the evidence.
 */
export function Exchanges({ exchanges, most, isPrinted }: ExchangesProps) {
  if (exchanges.length === 0) return null;
  const fitting = Math.max(1, Math.floor(most / MIN_EXCHANGE_BYTES));
  const kept = exchanges.slice(-fitting);
  const before = exchanges.length - kept.length;
  const each = Math.max(0, Math.floor(most / kept.length) - FRAME_BYTES);
  const [own, twin] = kept.toReversed();
  const isPair = own?.role === 'case' && twin?.role === 'twin';
  const single = isPair ? kept.slice(0, -2) : kept;
  return (
    <div class="exchanges">
      {before === 0 ? null : (
        <p class="muted">
          {countOf(before, 'request')} before {before === 1 ? 'is' : 'are'} in {SOURCE}.
        </p>
      )}
      {single.map((exchange, index) => (
        <Exchange
          exchange={exchange}
          number={before + index + 1}
          most={each}
          isPrinted={isPrinted && !isPair && index === single.length - 1}
        />
      ))}
      {isPair && own !== undefined && twin !== undefined ? (
        <Pair twin={twin} own={own} most={each} number={before + single.length + 1} isPrinted={isPrinted} />
      ) : null}
    </div>
  );
}
