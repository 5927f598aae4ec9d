import type { upload } from '@scoville/contract/catalogue/uploads.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { port } from '../../platform/ports.ts';
import type { Receiver } from './receiver.ts';

/** A purpose of a `POST /api/upload` form other than a new song or video. Its domain provides it, listed in app.ts. */
export interface FormReceiver {
  /** The text field that is `true` in such a form. */
  field: string;
  /**
   * Called before the form's file is read. Throws 403 if the actor may not send it, and 400 for invalid text fields.
   * @param key the call's Idempotency-Key
   */
  open(app: App, actor: Actor, fields: Readonly<Record<string, string>>, key: string | null): Expected;
}

export const formReceivers = port<FormReceiver>('receivers of upload forms');

/** A form whose file may be received. */
export type Expected = {
  /** The reply to the uploader once everything is stored. */
  answer(app: App): Promise<Partial<Reply<typeof upload>>>;
  /** Whether an earlier call with the same key has stored it already. */
  isStored(app: App): Promise<boolean>;
} & (
  | { takes: 'media'; receiver: Receiver }
  /** A picture, which its domain stores. Throws ProcessingError for one that cannot be used. */
  | { takes: 'picture'; store(file: { path: string; name: string; userId: string }): Promise<void> }
);
