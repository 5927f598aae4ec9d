import type { ReportSubject as Kind } from '@scoville/contract/report-state.ts';
import type { Excerpt } from '@scoville/contract/reports.ts';
import { shorten } from '@scoville/contract/shorten.ts';
import type { App } from '../app-context.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { port } from '../ports.ts';

/** Something that was reported, as it is now. */
export interface Reported {
  /** Whose it is. */
  ownerId: string;
  excerpt: Excerpt;
}

/** What a domain brings so that something of its own can be reported; app.ts lists them. */
export interface ReportSubject {
  kind: Kind;
  /** What this account may see of it; null where it may see nothing, or there is nothing. */
  find: (db: Db, reporter: Actor, id: string) => Promise<Reported | null>;
  /** Takes it from everybody's sight, in the transaction that decides so; what is gone already stays gone. */
  remove?: (app: App, tx: Tx, administrator: Actor, id: string) => Promise<void>;
  /** Gives it back where that is possible; throws 409 where it is gone. */
  reinstate?: (app: App, tx: Tx, administrator: Actor, id: string) => Promise<void>;
}

export const reportSubjects = port<ReportSubject>('subjects of reports');

/** Characters of a text that are kept. */
const KEPT = 4000;

/** As much of a text as is kept for whoever decides. */
export const kept = (text: string): string => shorten(text, KEPT);
