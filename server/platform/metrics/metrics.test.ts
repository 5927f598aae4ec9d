import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readEnv } from '../env.ts';
import { observeInstallation } from '../../frame/health/health.metrics.ts';
import { MUSIC, make, newFolder } from '../../testkit/make-files.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { openMetrics } from './open-metrics.ts';

/**
 * A strict schema of OTLP's JSON format: 64-bit integers are strings, enumerations are numbers (opentelemetry-proto,
 * metrics v1).
 */
const Whole = z.string().regex(/^\d+$/);
const Attribute = z.strictObject({
  key: z.string(),
  value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: Whole })]),
});
const Histogram = z.strictObject({
  attributes: z.array(Attribute),
  startTimeUnixNano: Whole,
  timeUnixNano: Whole,
  count: Whole,
  sum: z.number(),
  bucketCounts: z.array(Whole),
  explicitBounds: z.array(z.number()),
});
const Metric = z.strictObject({
  name: z.string(),
  description: z.string(),
  unit: z.string(),
  histogram: z.strictObject({ aggregationTemporality: z.literal(2), dataPoints: z.array(Histogram) }).optional(),
  gauge: z
    .strictObject({
      dataPoints: z.array(
        z.strictObject({ attributes: z.array(Attribute), timeUnixNano: Whole, asDouble: z.number() }),
      ),
    })
    .optional(),
});
const Sent = z.strictObject({
  resourceMetrics: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute) }),
      scopeMetrics: z.tuple([
        z.strictObject({ scope: z.strictObject({ name: z.string() }), metrics: z.array(Metric) }),
      ]),
    }),
  ]),
});
type Sent = z.infer<typeof Sent>;

/** A collector that receives OTLP over HTTP and stores it. */
interface Collector {
  url: string;
  sent: Sent[];
  authorization: string | undefined;
  /** The status of its answers. */
  status: number;
  server: Server;
}

async function startCollector(): Promise<Collector> {
  const collector: Collector = {
    url: '',
    sent: [],
    authorization: undefined,
    status: 200,
    server: createServer((request, response) => {
      void (async () => {
        const body = await text(request);
        collector.authorization = request.headers.authorization;
        const isOurs =
          request.method === 'POST' &&
          request.url === '/v1/metrics' &&
          request.headers['content-type'] === 'application/json';
        if (collector.status === 200 && isOurs) collector.sent.push(Sent.parse(JSON.parse(body)));
        response.writeHead(isOurs ? collector.status : 404, { 'content-type': 'application/json' }).end('{}');
      })();
    }).listen(0, '127.0.0.1'),
  };
  await once(collector.server, 'listening');
  collector.url = `http://127.0.0.1:${(collector.server.address() as AddressInfo).port}`;
  return collector;
}

const plain = (attributes: z.infer<typeof Attribute>[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, 'intValue' in value ? Number(value.intValue) : value.stringValue]),
  );
/** The newest points of a metric, with their attributes. */
const pointsOf = ({ sent }: Collector, name: string) =>
  (sent.at(-1)?.resourceMetrics[0].scopeMetrics[0].metrics ?? [])
    .filter((metric) => metric.name === name)
    .flatMap(({ histogram, gauge }) => [
      ...(histogram?.dataPoints ?? []).map((point) => ({ ...point, ...plain(point.attributes), value: point.sum })),
      ...(gauge?.dataPoints ?? []).map((point) => ({ ...plain(point.attributes), value: point.asDouble })),
    ]);

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => void collector.server.close());

const log = pino({ level: 'silent' });
const settingsFor = ({ url }: Collector, more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_METRIC_EXPORT_INTERVAL: '200',
  ...more,
});
const envFor = (more: Record<string, string>) => readEnv({ DATABASE_URL: 'postgres://a/b', ...more }, 'no file');

describe('metrics', () => {
  it('are cumulative histograms since the start of the process', async () => {
    const metrics = await openMetrics(envFor(settingsFor(collector, { OTEL_SERVICE_NAME: 'ours' })), 'web', log);
    for (const seconds of [0.004, 0.3, 99]) metrics.record('http.server.request.duration', seconds, { a: 'x', n: 7 });
    metrics.record('http.server.request.duration', 1, { a: 'y', n: 7 });
    metrics.observe('scoville.event_streams', () => [{ value: 3 }]);
    await metrics.stop();
    const [resource] = collector.sent.at(-1)!.resourceMetrics;
    expect(plain(resource.resource.attributes)).toMatchObject({ 'service.name': 'ours', 'scoville.role': 'web' });
    const [x, y] = pointsOf(collector, 'http.server.request.duration') as unknown as z.infer<typeof Histogram>[];
    expect(x).toMatchObject({ a: 'x', n: 7, count: '3', value: 99.304 });
    expect(x!.bucketCounts).toHaveLength(x!.explicitBounds.length + 1);
    expect([x!.bucketCounts[0], x!.bucketCounts[7], x!.bucketCounts.at(-1)]).toEqual(['1', '1', '1']);
    expect(y).toMatchObject({ a: 'y', count: '1' });
    expect(pointsOf(collector, 'scoville.event_streams')).toEqual([{ value: 3 }]);
  });

  it('are complete in the next export after a failed one, even if one gauge can’t be read', async () => {
    collector.status = 503;
    const metrics = await openMetrics(envFor(settingsFor(collector)), 'worker', log);
    metrics.record('scoville.job.duration', 2, { 'job.name': 'one' });
    metrics.observe('scoville.mail.waiting', () => Promise.reject(new Error('The database is away.')));
    metrics.observe('scoville.workers', () => [{ value: 1 }]);
    await metrics.stop();
    expect(collector.sent).toEqual([]);
    collector.status = 200;
    await metrics.stop();
    expect(pointsOf(collector, 'scoville.job.duration')).toMatchObject([{ count: '1' }]);
    expect(pointsOf(collector, 'scoville.workers')).toEqual([{ value: 1 }]);
    expect(pointsOf(collector, 'scoville.mail.waiting')).toEqual([]);
  });

  it('are sent with the configured headers', async () => {
    const more = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20word, x-team = a=b' };
    const metrics = await openMetrics(envFor(settingsFor(collector, more)), 'web', log);
    await metrics.stop();
    expect(collector.authorization).toBe('Bearer word');
    expect(envFor(more).OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer word', 'x-team': 'a=b' });
    expect(envFor({}).OTEL_EXPORTER_OTLP_HEADERS).toEqual({});
  });

  it.each(['authorization', 'key=%E0%A4%A', 'a name=1', 'key=two%0Alines'])(
    'prevent a start if their headers are malformed: %s',
    (text) => {
      expect(() => envFor({ OTEL_EXPORTER_OTLP_HEADERS: text })).toThrow(
        'The setting OTEL_EXPORTER_OTLP_HEADERS is not usable: it is not a list of name=value, percent-encoded, with commas between them.',
      );
    },
  );

  it('are sent nowhere if no collector is configured', async () => {
    const metrics = await openMetrics(envFor({}), 'web', log);
    expect(metrics.isOn).toBe(false);
    metrics.record('scoville.job.duration', 1, {});
    await metrics.stop();
    expect(collector.sent).toEqual([]);
  });
});

describe('a running product', () => {
  let server: TestServer;
  let folder: string;
  let own: Collector;
  beforeAll(async () => {
    folder = await newFolder();
    own = await startCollector();
    server = await startTestServer(settingsFor(own), { worker: true });
    observeInstallation(server.app, 0);
  });
  afterAll(async () => {
    await server.close();
    own.server.close();
    await rm(folder, { recursive: true });
  });

  it('reports its requests by route and status, without addresses', async () => {
    const visitor = server.visitor();
    await visitor.get('/api/settings');
    await visitor.get('/api/media/00000000-0000-4000-8000-000000000000');
    await visitor.get('/api/no/such/word-of-a-stranger');
    await expect
      .poll(() => pointsOf(own, 'http.server.request.duration'))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ 'http.route': '/api/settings', 'http.response.status_code': 200 }),
          expect.objectContaining({ 'http.route': '/api/media/:id', 'http.response.status_code': 404 }),
        ]) as unknown,
      );
    expect(JSON.stringify(own.sent)).not.toMatch(/00000000-0000|word-of-a-stranger/);
  });

  it('reports its jobs and conversions, waiting jobs, and workers', async () => {
    const { client } = await server.signUp({ plan: 'ghost-pepper' });
    const song = await readFile(await make(folder, 'song.wav', MUSIC(2)));
    expect((await client.upload('/api/upload', { name: 'song.wav', bytes: song })).status).toBeLessThan(300);
    await expect
      .poll(() => pointsOf(own, 'scoville.job.duration'))
      .toContainEqual(expect.objectContaining({ 'job.name': 'transcode', 'job.outcome': 'completed' }));
    expect(pointsOf(own, 'scoville.transcode.duration')).toMatchObject([
      { 'media.type': 'song', 'transcode.lane': 'short', count: '1' },
    ]);
    await expect.poll(() => pointsOf(own, 'scoville.workers')).toEqual([{ value: 1 }]);
    expect(pointsOf(own, 'scoville.queue.waiting')).toContainEqual({ 'job.name': 'transcode', value: 0 });
    expect(pointsOf(own, 'scoville.queue.oldest')).toContainEqual({ 'job.name': 'transcode', value: 0 });
    expect(pointsOf(own, 'scoville.mail.waiting')).toHaveLength(1);
    expect(pointsOf(own, 'scoville.database.size')[0]?.['value']).toBeGreaterThan(1e6);
    expect(pointsOf(own, 'scoville.database.connections')[0]?.['value']).toBeGreaterThan(0);
    expect(pointsOf(own, 'scoville.storage.free')[0]?.['value']).toBeGreaterThan(1e6);
    expect(pointsOf(own, 'scoville.event_streams')[0]).toEqual({ value: 0 });
  });

  it('reports the health of each part: one that needs attention, and one that doesn’t work', async () => {
    const { db } = server.app;
    const part = (name: string) =>
      pointsOf(own, 'scoville.health').find((point) => 'health.part' in point && point['health.part'] === name)?.value;
    await expect.poll(() => part('database')).toBe(0);
    expect(part('storage')).toBe(0);
    const broken = [{ part: 'ffmpeg', level: 'fail', text: 'It is not there.', todo: 'Install it.' }];
    await db`update workers set findings = ${db.json([...broken, { ...broken[0]!, part: 'node', level: 'warn' }])}`;
    await expect.poll(() => [part('ffmpeg'), part('node')], { timeout: 30_000 }).toEqual([2, 1]);
  });
});
