import type { upload } from '@scoville/contract/uploads.ts';
import type { Reply } from '@scoville/contract/endpoint.ts';
import type { App } from '../app-context.ts';
import type { Actor } from '../http/actor.ts';
import { port } from '../ports.ts';
import type { Receiver } from './receiver.ts';

/** Something other than a new media that a form of `POST /api/upload` may be for; its domain gives it, listed in app.ts. */
export interface FormReceiver {
  /** The text field that is `true` in such a form. */
  field: string;
  /**
   * Throws 403 for who may not send it, and 400 for what is wrong with its text fields; asked before its file is read.
   * @param key the call's Idempotency-Key
   */
  open(app: App, actor: Actor, fields: Readonly<Record<string, string>>, key: string | null): Expected;
}

export const formReceivers = port<FormReceiver>('receivers of upload forms');

/** A form of which the file may come. */
export type Expected = {
  /** What the uploader is told when everything is kept. */
  answer(app: App): Promise<Partial<Reply<typeof upload>>>;
  /** Was it kept already, when it was sent before under the same key? */
  isKept(app: App): Promise<boolean>;
} & (
  | { takes: 'media'; receiver: Receiver }
  /** A picture, which is kept by its domain. Throws MediaError for one that cannot be used. */
  | { takes: 'picture'; keep(file: { path: string; name: string; userId: string }): Promise<void> }
);
