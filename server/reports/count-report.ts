import type { App } from '../app-context.ts';

/** Reports that an account makes in an hour, flags included. */
const PER_HOUR = 20;

/** Counts a report. Throws 429 when there were too many. */
export const countReport = ({ limits }: App, userId: string): Promise<number> =>
  limits.take(
    `reports ${userId}`,
    PER_HOUR,
    3600,
    `You have reached the limit of ${PER_HOUR} reports an hour. Try again later or contact us.`,
  );
