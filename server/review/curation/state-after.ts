import {
  type Publication,
  type PublicationEvent,
  type Refusal,
  isRefusal,
  nextPublication,
} from '@scoville/contract/catalogue/media/publication.ts';
import { HttpError } from '../../platform/http/errors.ts';

/** The state after events in this order. Throws when the state machine refuses one (400, 403, 409). */
export function stateAfter(before: Publication, events: readonly PublicationEvent[]): Publication {
  let state = before;
  for (const event of events) {
    const next = nextPublication(state, event);
    if (isRefusal(next)) throw refusalError(next);
    state = next;
  }
  return state;
}

const STATUS = { invalid: 400, forbidden: 403, conflict: 409 } as const;

const refusalError = ({ refused, field, message }: Refusal): HttpError =>
  new HttpError(STATUS[refused], message, [{ field, code: refused, message }]);
