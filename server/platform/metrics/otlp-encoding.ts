import { GAUGES, type GaugeName, HISTOGRAMS, type HistogramName } from './instruments.ts';
import type { Attributes, Point } from './metrics.ts';

/** The counts of a histogram for one set of attributes. */
export interface Series {
  attributes: Attributes;
  counts: number[];
  sum: number;
}

export const encodeHistogram = (
  name: HistogramName,
  series: Iterable<Series>,
  { start, now }: { start: string; now: string },
) => ({
  name,
  description: HISTOGRAMS[name].text,
  unit: 's',
  histogram: {
    // AGGREGATION_TEMPORALITY_CUMULATIVE: counts since the start, not since the last report.
    aggregationTemporality: 2,
    dataPoints: [...series].map(({ attributes, counts, sum }) => ({
      attributes: encodeAttributes(attributes),
      startTimeUnixNano: start,
      timeUnixNano: now,
      count: String(counts.reduce((all, one) => all + one, 0)),
      sum,
      bucketCounts: counts.map(String),
      explicitBounds: HISTOGRAMS[name].ends,
    })),
  },
});

export const encodeGauge = (name: GaugeName, points: readonly Point[], now: string) => ({
  name,
  description: GAUGES[name].text,
  unit: GAUGES[name].unit,
  gauge: {
    dataPoints: points.map(({ value, attributes = {} }) => ({
      attributes: encodeAttributes(attributes),
      timeUnixNano: now,
      asDouble: value,
    })),
  },
});

/** Encodes attributes for the protocol. */
export const encodeAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** The current time in nanoseconds since 1970, as a string, because it exceeds the exact range of a number. */
export const nanoseconds = (): string => `${Date.now()}000000`;
