import type { LatencyReport } from '../model.ts';
import { countOf } from '../text.ts';
import { durationOf, Part } from './parts.tsx';

const WIDTH = 480;
const HEIGHT = 150;
const TOP = 34;
const BOTTOM = 22;
const FLOOR = HEIGHT - BOTTOM;
/** Most buckets that are drawn. No run makes more; a foreign report may. */
const BUCKETS = 40;

type Bucket = LatencyReport['buckets'][number];

/** Returns the label of a bucket's upper bound on the axis: `5`, `1 s`. */
const bound = ({ belowMs }: Bucket): string => {
  if (belowMs === null) return '';
  return belowMs >= 1000 ? `${belowMs / 1000} s` : String(belowMs);
};

/** Returns the buckets from the first to the last with a count. */
function telling(buckets: readonly Bucket[]): readonly Bucket[] {
  const first = buckets.findIndex(({ count }) => count > 0);
  const last = buckets.findLastIndex(({ count }) => count > 0);
  return buckets.slice(Math.max(0, first), last + 1).slice(0, BUCKETS);
}

/** Returns the place of a value on the axis, in buckets from the left, interpolated within its bucket. */
function placeOf(ms: number, buckets: readonly Bucket[], lowest: number): number {
  const found = buckets.findIndex(({ belowMs }) => belowMs === null || ms < belowMs);
  const index = found === -1 ? buckets.length - 1 : found;
  const from = buckets[index - 1]?.belowMs ?? lowest;
  const to = buckets[index]?.belowMs ?? ms;
  const share = to > from ? (ms - from) / (to - from) : 0.5;
  return index + Math.min(1, Math.max(0, share));
}

interface MarkerProps {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

function Marker({ x, y, label }: MarkerProps) {
  const isRight = x > WIDTH * 0.6;
  return (
    <>
      <path class="line marker" d={`M${x.toFixed(1)} ${y}V${FLOOR}`} />
      <text x={(x + (isRight ? -5 : 5)).toFixed(1)} y={y + 10} text-anchor={isRight ? 'end' : 'start'}>
        {label}
      </text>
    </>
  );
}

function inWords({ answered, minMs, medianMs, p95Ms, maxMs }: LatencyReport): string {
  return `${countOf(answered, 'response')}: median ${durationOf(medianMs)}, 95th percentile ${durationOf(p95Ms)}, fastest ${durationOf(minMs)}, slowest ${durationOf(maxMs)}.`;
}

function Plot({ latency }: { readonly latency: LatencyReport }) {
  const buckets = telling(latency.buckets);
  const before = latency.buckets[latency.buckets.findIndex(({ count }) => count > 0) - 1]?.belowMs ?? 0;
  const step = WIDTH / buckets.length;
  const highest = Math.max(...buckets.map(({ count }) => count));
  const at = (ms: number): number => placeOf(ms, buckets, before) * step;
  return (
    <svg
      class="drawing latency is-observed"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={inWords(latency)}
    >
      {buckets.map(({ count }, index) => {
        const height = count === 0 ? 0 : Math.max(2, (count / highest) * (FLOOR - TOP));
        return (
          <rect
            class="fill"
            x={(index * step + 1).toFixed(1)}
            y={(FLOOR - height).toFixed(1)}
            width={(step - 2).toFixed(1)}
            height={height.toFixed(1)}
          />
        );
      })}
      <path class="line axis" d={`M0 ${FLOOR}H${WIDTH}`} />
      {buckets.slice(0, -1).map((bucket, index) => (
        <text class="tick" x={((index + 1) * step).toFixed(1)} y={HEIGHT - 6} text-anchor="middle">
          {bound(bucket)}
        </text>
      ))}
      <Marker x={at(latency.medianMs)} y={0} label={`median ${durationOf(latency.medianMs)}`} />
      <Marker x={at(latency.p95Ms)} y={16} label={`95th percentile ${durationOf(latency.p95Ms)}`} />
    </svg>
  );
}

/** A chart of the response times of the target. */
export function Latency({ latency }: { readonly latency: LatencyReport | undefined }) {
  if (latency === undefined)
    return (
      <Part
        id="latency"
        title="Response times"
        intro="Not in this report: nothing was answered, or an earlier version wrote it."
      >
        {null}
      </Part>
    );
  return (
    <Part id="latency" title="Response times" intro={inWords(latency)}>
      {latency.buckets.some(({ count }) => count > 0) ? (
        <figure class="card">
          <Plot latency={latency} />
          <figcaption class="muted">Responses by duration (ms)</figcaption>
        </figure>
      ) : null}
    </Part>
  );
}
