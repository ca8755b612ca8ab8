import { countOf } from '../count-of.ts';
import type { ExchangeReport } from '../model.ts';
import { beginningOf, bytesInPage, type Fitted, shown } from './fit.ts';
import { limits, SOURCE } from './limits.ts';

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

const message = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** What was sent and answered once, folded; it takes at most about so many bytes of the page. */
function Exchange({ exchange, number, most }: ExchangeProps) {
  const { request, response, fault, ms } = exchange;
  let left = most;
  let sharers = response === null ? 2 : 4;
  let whole = true;
  const kept = (fit: (share: number) => Fitted): string => {
    const fitted = fit(Math.floor(left / sharers));
    left -= bytesInPage(fitted.text);
    sharers -= 1;
    whole &&= fitted.whole;
    return fitted.text;
  };
  const headers = (given: Readonly<Record<string, string>>) => kept((share) => headerLines(given, share));
  const body = (given: string) => kept((share) => beginningOf(given, share, { keepNewlines: true }));
  const line = `${shown(request.method, limits.name)} ${shown(request.url, limits.address)}`;
  const sent = message([[line, headers(request.headers)].join('\n').trimEnd(), body(request.body ?? '')]);
  const answered =
    response === null
      ? null
      : message([
          [response.status, headers(response.headers)].join('\n').trimEnd(),
          body(response.body) || '(no body)',
        ]);
  return (
    <details class="fold exchange">
      <summary>
        {number}. <code>{line}</code> → {statusOf(exchange)} <span class="muted">in {ms.toFixed(0)} ms</span>
      </summary>
      <div class="messages">
        <h4>Request</h4>
        <pre class="code">{sent}</pre>
        <h4>Answer</h4>
        {answered === null ? <p>None came.</p> : <pre class="code">{answered}</pre>}
        {fault === undefined ? null : <p>What went wrong: {named(fault)}</p>}
        {response?.truncated === true ? (
          <p class="muted">The body was longer; the run kept its beginning.</p>
        ) : null}
        {whole ? null : <p class="muted">Cut; what the run kept stands whole in {SOURCE}.</p>}
      </div>
    </details>
  );
}

const named = (fault: string): string => shown(fault, limits.value) || 'not known';

interface ExchangeProps {
  readonly exchange: ExchangeReport;
  readonly number: number;
  readonly most: number;
}

/** What an exchange takes even where all its texts are cut to nothing: its elements, and its address twice. */
const FRAME = 1000;

interface ExchangesProps {
  readonly exchanges: readonly ExchangeReport[];
  /** Bytes of the page for all of them. */
  readonly most: number;
}

/** The exchanges that show a failure: the last ones where not all fit, since the last one is the one that tells. */
export function Exchanges({ exchanges, most }: ExchangesProps) {
  if (exchanges.length === 0) return null;
  const fitting = Math.max(1, Math.floor(most / FRAME));
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
