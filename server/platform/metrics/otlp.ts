import { hostname } from 'node:os';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { type GaugeName, HISTOGRAMS, type HistogramName } from './instruments.ts';
import type { Metrics, MetricsSettings, Point } from './metrics.ts';
import { type Series, encodeAttributes, encodeGauge, encodeHistogram, nanoseconds } from './otlp-encoding.ts';

/** Most milliseconds to wait for a collector's answer. */
const PATIENCE = 10_000;
/**
 * Most sets of attributes of one histogram. It is never reached, because the attributes are our own names of routes and
 * jobs.
 */
const MOST_SERIES = 2000;

/**
 * Sends metrics as OTLP over HTTP, in its JSON format (opentelemetry.io/docs/specs/otlp), every
 * OTEL_METRIC_EXPORT_INTERVAL. They are sums since the start of the process, so the next export makes up for failed
 * ones.
 */
export function exportMetrics(env: MetricsSettings, role: 'web' | 'worker', log: Logger): Metrics {
  const url = `${String(env.OTEL_EXPORTER_OTLP_ENDPOINT).replace(/\/$/, '')}/v1/metrics`;
  const headers = { 'content-type': 'application/json', ...env.OTEL_EXPORTER_OTLP_HEADERS };
  const resource = {
    attributes: encodeAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.instance.id': newId(),
      'host.name': hostname(),
      'scoville.role': role,
    }),
  };
  const start = nanoseconds();
  const histograms = new Map<HistogramName, Map<string, Series>>();
  const gauges = new Map<GaugeName, (() => Point[] | Promise<Point[]>)[]>();

  const readGauge = async (name: GaugeName, reads: (() => Point[] | Promise<Point[]>)[], now: string) =>
    encodeGauge(name, (await Promise.all(reads.map(async (read) => read()))).flat(), now);

  async function send(): Promise<void> {
    const now = nanoseconds();
    // Omit a gauge that can't be read (for example without the database), and send the others.
    const shown = await Promise.allSettled([...gauges].map(([name, reads]) => readGauge(name, reads, now)));
    const metrics = [
      ...[...histograms].map(([name, series]) => encodeHistogram(name, series.values(), { start, now })),
      ...shown.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    ];
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
      body: JSON.stringify({
        resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'scoville' }, metrics }] }],
      }),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The collector answered with ${answer.status}.`);
  }

  let isAway = false;
  let sending: Promise<void> | null = null;
  /** Sends one export at a time; concurrent callers share it. */
  const round = (): Promise<void> => {
    sending ??= send()
      .then(() => {
        if (isAway) log.info('the collector of metrics takes them again');
        isAway = false;
      })
      .catch((error: unknown) => {
        if (!isAway) log.warn({ err: error }, 'metrics could not be sent: they are kept and sent later');
        isAway = true;
      })
      .finally(() => (sending = null));
    return sending;
  };
  const timer = setInterval(() => void round(), env.OTEL_METRIC_EXPORT_INTERVAL);
  timer.unref();

  return {
    isOn: true,
    record(name, seconds, attributes) {
      const all = histograms.get(name) ?? new Map<string, Series>();
      histograms.set(name, all);
      const key = JSON.stringify(attributes);
      const ends: readonly number[] = HISTOGRAMS[name].ends;
      const series = all.get(key) ?? { attributes, counts: Array<number>(ends.length + 1).fill(0), sum: 0 };
      if (!all.has(key) && all.size >= MOST_SERIES) return;
      all.set(key, series);
      const place = ends.findIndex((end) => seconds <= end);
      const at = place === -1 ? ends.length : place;
      series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sum += seconds;
    },
    observe(name, read) {
      gauges.set(name, [...(gauges.get(name) ?? []), read]);
    },
    async stop() {
      clearInterval(timer);
      await sending;
      await round();
    },
  };
}
