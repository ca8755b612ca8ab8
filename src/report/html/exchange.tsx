import { countOf } from '../count-of.ts';
import type { ExchangeReport } from '../model.ts';
import { beginningOf, bytesInPage, type Fitted, named, shown } from './fit.ts';
import { SOURCE } from './limits.ts';

/** A line for each header, as many as fit. */
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
  return fault === undefined ? String(response.status) : `${response.status}, cut short`;
}

/** A message as it goes over the wire: a line, headers, an empty line, the body. */
const message = (head: readonly string[], body: string): string =>
  [head.filter((part) => part !== '').join('\n'), body].filter((part) => part !== '').join('\n\n');

const SUMMARY = 300;
const FAULT = 300;

interface ExchangeProps {
  readonly exchange: ExchangeReport;
  readonly number: number;
  /** Bytes of the page for what stands in it. */
  readonly most: number;
}

/** What was sent and answered once, folded. */
function Exchange({ exchange, number, most }: ExchangeProps) {
  const { request, response, fault, ms } = exchange;
  const parts: readonly ((share: number) => Fitted)[] = [
    (share) => beginningOf(`${request.method} ${request.url}`, share),
    (share) => headerLines(request.headers, share),
    (share) => beginningOf(request.body ?? '', share, { keepNewlines: true }),
    (share) => headerLines(response?.headers ?? {}, share),
    (share) => beginningOf(response?.body ?? '', share, { keepNewlines: true }),
  ];
  let left = most;
  // What one part does not need, those after it may have.
  const fitted = parts.map((fit, index) => {
    const part = fit(Math.floor(left / (parts.length - index)));
    left -= bytesInPage(part.text);
    return part;
  });
  const [line = '', sent = '', payload = '', received = '', body = ''] = fitted.map(({ text }) => text);
  return (
    <details class="fold exchange">
      <summary>
        {number}. <code>{shown(`${request.method} ${request.url}`, SUMMARY)}</code> → {statusOf(exchange)}{' '}
        <span class="muted">in {ms.toFixed(0)} ms</span>
      </summary>
      <div class="messages">
        <h4>Request</h4>
        <pre class="code">{message([line, sent], payload)}</pre>
        <h4>Answer</h4>
        {response === null ? (
          <p>None came.</p>
        ) : (
          <pre class="code">{message([String(response.status), received], body || '(no body)')}</pre>
        )}
        {fault === undefined ? null : <p>What went wrong: {named(fault, FAULT)}</p>}
        {response?.truncated === true ? (
          <p class="muted">The body was longer; the run kept its beginning (“truncated”).</p>
        ) : null}
        {fitted.every(({ whole }) => whole) ? null : (
          <p class="muted">Cut; what the run kept stands whole in {SOURCE}.</p>
        )}
      </div>
    </details>
  );
}

/** What an exchange takes beside what stands in it: its elements, its summary, and what went wrong. */
const FRAME = 1200;
/** With less than this an exchange says too little; then fewer are shown. */
const LEAST = FRAME + 1200;

interface ExchangesProps {
  readonly exchanges: readonly ExchangeReport[];
  /** Bytes of the page for all of them. */
  readonly most: number;
}

/** The exchanges that show a failure: the last ones where not all fit, since the last one is the one that tells. */
export function Exchanges({ exchanges, most }: ExchangesProps) {
  if (exchanges.length === 0) return null;
  const fitting = Math.max(1, Math.floor(most / LEAST));
  const kept = exchanges.slice(-fitting);
  const before = exchanges.length - kept.length;
  const each = Math.max(0, Math.floor(most / kept.length) - FRAME);
  return (
    <div class="exchanges">
      {before === 0 ? null : (
        <p class="muted">
          {countOf(before, 'exchange')} before these {before === 1 ? 'stands' : 'stand'} in {SOURCE}.
        </p>
      )}
      {kept.map((exchange, index) => (
        <Exchange exchange={exchange} number={before + index + 1} most={each} />
      ))}
    </div>
  );
}
