import type { Logger } from '../log.ts';
import type { Metrics, MetricsSettings } from './metrics.ts';

const NONE: Metrics = { isOn: false, record: () => {}, observe: () => {}, stop: () => Promise.resolve() };

/** Starts the metrics of a process, which are sent to OTEL_EXPORTER_OTLP_ENDPOINT; without one, they are disabled. */
export async function openMetrics(env: MetricsSettings, role: 'web' | 'worker', log: Logger): Promise<Metrics> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return NONE;
  const { exportMetrics } = await import('./otlp.ts');
  return exportMetrics(env, role, log);
}
