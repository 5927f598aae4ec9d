import type { Env } from '../env.ts';
import type { Logger } from '../log.ts';
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

const NONE: Metrics = { isOn: false, record: () => {}, observe: () => {}, stop: () => Promise.resolve() };

export type MetricsSettings = Pick<
  Env,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_METRIC_EXPORT_INTERVAL' | 'OTEL_SERVICE_NAME'
>;

/** Opens the figures of a process; they are sent where OTEL_EXPORTER_OTLP_ENDPOINT says, and nowhere without it. */
export async function openMetrics(env: MetricsSettings, role: 'web' | 'worker', log: Logger): Promise<Metrics> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return NONE;
  const { exportMetrics } = await import('./otlp.ts');
  return exportMetrics(env, role, log);
}
