import type { ReportSubject as Kind } from '@scoville/contract/community/reports/report-state.ts';
import type { Excerpt } from '@scoville/contract/community/reports/reports.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { App } from '../../platform/app-context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { port } from '../../platform/ports.ts';

/** A reported item in its current state. */
export interface Reported {
  ownerId: string;
  excerpt: Excerpt;
}

/** A domain's functions for reports about its items; app.ts lists them. */
export interface ReportSubject {
  kind: Kind;
  /** The item as this account may see it; null if it may not see it, or the item doesn't exist. */
  find: (db: Db, reporter: Actor, id: string) => Promise<Reported | null>;
  /**
   * Hides the item from everyone else, in the transaction of the decision; has no effect on an item that is already
   * deleted.
   */
  remove?: (app: App, tx: Tx, administrator: Actor, id: string) => Promise<void>;
  /** Restores it if possible; throws 409 if it was deleted. */
  reinstate?: (app: App, tx: Tx, administrator: Actor, id: string) => Promise<void>;
}

export const reportSubjects = port<ReportSubject>('subjects of reports');

/** Maximum number of characters of a text that are kept. */
const KEPT = 4000;

/** The part of a text that is kept for the administrator who decides. */
export const shortenExcerpt = (text: string): string => shorten(text, KEPT);
