import type { Env } from '../env.ts';
import type { GaugeName, HistogramName } from './instruments.ts';

export type Attributes = Readonly<Record<string, string | number>>;

/** A gauge's value at one moment. */
export interface Point {
  value: number;
  attributes?: Attributes;
}

/** Metrics for the operator's own tools. Without a collector, nothing is recorded. */
export interface Metrics {
  isOn: boolean;
  /** Adds a duration of `seconds`. */
  record(name: HistogramName, seconds: number, attributes: Attributes): void;
  /** Calls `read` before each export. */
  observe(name: GaugeName, read: () => Point[] | Promise<Point[]>): void;
  /** Exports a last time, then stops. */
  stop(): Promise<void>;
}

export type MetricsSettings = Pick<
  Env,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_METRIC_EXPORT_INTERVAL' | 'OTEL_SERVICE_NAME'
>;
