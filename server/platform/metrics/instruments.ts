/** Upper bounds of a histogram's buckets (seconds), as OpenTelemetry's conventions recommend for requests. */
const REQUESTS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const WORK = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 4 * 3600];

/** Durations. Names without the prefix `scoville` are from OpenTelemetry's semantic conventions for HTTP. */
export const HISTOGRAMS = {
  'http.server.request.duration': {
    text: 'Requests, by route and status; without streams of live events',
    ends: REQUESTS,
  },
  'scoville.job.duration': { text: 'Jobs, by name and outcome (completed, failed, interrupted)', ends: WORK },
  'scoville.transcode.duration': { text: 'Conversions of songs and videos that went through', ends: WORK },
} as const;

/** Current values. */
export const GAUGES = {
  'scoville.queue.waiting': { text: 'Jobs that are due and wait, by name', unit: '{job}' },
  'scoville.queue.active': { text: 'Jobs that are worked on, by name', unit: '{job}' },
  'scoville.queue.failed': { text: 'Jobs that were given up in the last day, by name', unit: '{job}' },
  'scoville.queue.oldest': { text: 'How long the oldest waiting job has waited, by name', unit: 's' },
  'scoville.mail.waiting': { text: 'Mail that waits to be sent', unit: '{mail}' },
  'scoville.mail.failed': { text: 'Mail that was given up in the last day', unit: '{mail}' },
  'scoville.health': { text: 'How each part is: 0 works, 1 needs somebody soon, 2 does not work', unit: '1' },
  'scoville.database.size': { text: 'Bytes of the database', unit: 'By' },
  'scoville.database.connections': { text: 'Connections to the database server', unit: '{connection}' },
  'scoville.storage.free': { text: 'Bytes that are free for files; not told of a bucket', unit: 'By' },
  'scoville.workers': { text: 'Worker processes that run', unit: '{worker}' },
  'scoville.event_streams': { text: 'Open streams of live events of this process', unit: '{stream}' },
} as const;

export type HistogramName = keyof typeof HISTOGRAMS;
export type GaugeName = keyof typeof GAUGES;
