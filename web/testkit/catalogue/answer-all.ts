import type { Endpoint, ReplyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { validFor } from '@scoville/contract/testkit/valid.ts';
import { HEARD_PARTS } from '@scoville/contract/catalogue/player/listening-events.ts';
import { mediaRetention } from '@scoville/contract/listening/stats.ts';
import { safeParse } from 'zod/mini';
import { NOW } from '../accounts.ts';
import { fake, quietly } from '../api.ts';
import { SONG } from './ids.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../contract/*/**/*.ts', '!**/*.test.ts', '!**/testkit/**'],
  { eager: true },
);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'reply' in value;

const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint));

/** Values for text fields by field name, where the schema only requires a text. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/(On|At|Until|Since|savedOn)$/, NOW],
  [/(Date|day)$/i, '2026-11-28'],
  [/(url|href|image|img|poster|artwork|jpeg|webp)/i, '/files/picture.png'],
  [/colour/, '#7a2f1d'],
  [/currency/, 'USD'],
  [/plan$/, 'mild'],
  [/timeZone/, 'Europe/Berlin'],
  [/slug/, 'soul'],
  [/^next$/, ''],
];

const ANY_TEXT = 'Salt and smoke';

/** Replaces the placeholder text in a reply by a value that fits the field's name, otherwise by `text`. */
function named(value: unknown, text = ANY_TEXT, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, text, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, key === 'next' ? null : named(part, text, key)]),
    );
  return value === ANY_TEXT ? (BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? text) : value;
}

/** A reply of an endpoint with a value in every field. */
export const filled = <E extends Endpoint>({ reply }: E): ReplyInput<E> =>
  named(validFor(reply, SONG)) as ReplyInput<E>;

/** Fakes an endpoint with a filled reply, some of whose fields are overridden. */
export const fakeWith = <E extends Endpoint>(endpoint: E, more: Partial<ReplyInput<E>>): void =>
  void fake(endpoint, { ...(filled(endpoint) as object), ...more } as ReplyInput<E>);

/**
 * Answers every call of the contract with a valid reply: each list has one row, and each field a value. Tests override
 * the replies that they are about.
 * @param text the value of each text field whose schema accepts it
 */
export function answerAll(text?: string): void {
  for (const endpoint of endpoints) {
    const reply = validFor(endpoint.reply, SONG);
    if (reply === undefined) continue;
    const wanted = named(reply, text);
    quietly(endpoint, (safeParse(endpoint.reply, wanted).success ? wanted : named(reply)) as never);
  }
  // The length of its parts is fixed, which a generated value doesn't match.
  quietly(mediaRetention, { listens: 8, parts: Array.from({ length: HEARD_PARTS }, () => 4) });
}
