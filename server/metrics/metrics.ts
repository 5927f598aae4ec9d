import type { Env } from '../env.ts';
import type { GaugeName, HistogramName } from './instruments.ts';

export type Attributes = Readonly<Record<string, string | number>>;

/** What a gauge shows at one moment. */
export interface Point {
  value: number;
  attributes?: Attributes;
}

/** Figures for the operator's own tools. Where nobody collects them, nothing is kept. */
export interface Metrics {
  isOn: boolean;
  /** Adds one thing that took `seconds`. */
  record(name: HistogramName, seconds: number, attributes: Attributes): void;
  /** `read` is asked each time before figures are sent. */
  observe(name: GaugeName, read: () => Point[] | Promise<Point[]>): void;
  /** Sends what there is once more, and no more after that. */
  stop(): Promise<void>;
}

export type MetricsSettings = Pick<
  Env,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_METRIC_EXPORT_INTERVAL' | 'OTEL_SERVICE_NAME'
>;
