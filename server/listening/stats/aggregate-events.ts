import { lockCounters } from '../../platform/db/lock-counters.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import {
  addToCounters,
  findDeliveries,
  findTallies,
  claimEvents,
  writeDeliveries,
  writeTallies,
} from './fold.queries.ts';
import { addToAudience } from './audience.queries.ts';
import { addPlaysToHistory, addShowings } from './showings.queries.ts';
import { addToRetention } from './retention.queries.ts';
import { type DailyMaximum, deliveryKey, tallyKey, countEvents } from './count-events.ts';

type Installation = Pick<App, 'db' | 'env'>;

/**
 * Judges waiting events, oldest first, and adds those that count to daily sums and counters, in one transaction.
 * Returns the number of events it took. A lock makes folds run one after the other across all processes.
 */
export async function aggregateEvents({ db, env }: Installation, batch = 5000): Promise<number> {
  return transaction(db, async (tx) => {
    await lockCounters(tx);
    const events = await claimEvents(tx, batch);
    if (events.length === 0) return 0;
    const known = {
      deliveries: byKey(await findDeliveries(tx, events), deliveryKey),
      tallies: await talliesOf(tx, events),
    };
    const { counted, deliveries, tallies } = countEvents(events, known, {
      most: dailyMaximum(env),
      bytesSeen: env.ACCEL_LOCATION === null,
    });
    await writeDeliveries(tx, deliveries);
    await writeTallies(tx, tallies);
    // Showings and listening progress are no daily figures.
    await addToCounters(
      tx,
      counted.filter(({ title }) => title !== 'show-media' && title !== 'heard-media'),
    );
    await addToAudience(tx, counted);
    await addToRetention(tx, counted);
    await addPlaysToHistory(tx, counted);
    await addShowings(tx, counted);
    return events.length;
  });
}

const talliesOf = async (tx: Tx, events: Parameters<typeof findTallies>[1]) =>
  byKey(await findTallies(tx, events), tallyKey);

const byKey = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/**
 * The events that one household may have counted in a day on an installation. A factor of 0 turns these limits off,
 * like all others.
 */
export function dailyMaximum(env: Installation['env']): DailyMaximum {
  const factor = env.RATE_LIMIT_FACTOR === 0 ? Infinity : env.RATE_LIMIT_FACTOR;
  return { ofOne: env.COUNTED_PER_HOUSEHOLD * factor, plays: env.PLAYS_PER_HOUSEHOLD * factor };
}
