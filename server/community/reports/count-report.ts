import type { App } from '../../platform/app-context.ts';

/** Maximum number of reports per account and hour, including flags. */
const PER_HOUR = 20;

/** Counts a report. Throws 429 when there were too many. */
export const countReport = ({ limits }: App, userId: string): Promise<number> =>
  limits.take(
    `reports ${userId}`,
    PER_HOUR,
    3600,
    `You have reached the limit of ${PER_HOUR} reports an hour. Try again later or contact us.`,
  );
