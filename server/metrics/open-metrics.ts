import type { Logger } from '../log.ts';
import type { Metrics, MetricsSettings } from './metrics.ts';

const NONE: Metrics = { isOn: false, record: () => {}, observe: () => {}, stop: () => Promise.resolve() };

/** Opens the figures of a process; they are sent where OTEL_EXPORTER_OTLP_ENDPOINT says, and nowhere without it. */
export async function openMetrics(env: MetricsSettings, role: 'web' | 'worker', log: Logger): Promise<Metrics> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return NONE;
  const { exportMetrics } = await import('./otlp.ts');
  return exportMetrics(env, role, log);
}
