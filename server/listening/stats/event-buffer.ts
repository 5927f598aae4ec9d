import type { Db } from '../../platform/db/connection.ts';
import { appendEvents } from './stats.queries.ts';
import type { StatEvent } from './count-events.ts';

/** Milliseconds that events are collected, so that many callers share one write. */
const WAIT = 50;

/** Collects events into one insert. The promise resolves when the event is in the database. */
export function createEventBuffer(db: Db): (event: StatEvent) => Promise<void> {
  let waiting: StatEvent[] = [];
  let written: Promise<void> | null = null;
  return (event) => {
    waiting.push(event);
    written ??= new Promise<void>((resolve) => setTimeout(resolve, WAIT)).then(() => {
      const batch = waiting;
      waiting = [];
      written = null;
      return appendEvents(db, batch);
    });
    return written;
  };
}
