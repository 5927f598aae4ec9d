import type { Endpoint, ReplyInput, Schema } from '@scoville/contract/endpoint.ts';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { broken, type Call, hold, SERVER_SAYS } from './api.ts';
import { sample } from './sample.ts';

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** Holds the calls to an endpoint back. Once released, it fails until `recover`. */
export function troubled<E extends AnyEndpoint>(
  endpoint: E,
  reply: ReplyInput<E> | ((call: Call<E>) => ReplyInput<E>),
) {
  let fails = true;
  const recovered = (call: Call<E>) =>
    typeof reply === 'function' ? (reply as (call: Call<E>) => ReplyInput<E>)(call) : reply;
  const held = hold(endpoint, (call: Call<E>) => (fails ? broken() : recovered(call)));
  return { ...held, recover: () => void (fails = false) };
}

/** A reply of an endpoint with nothing in its lists. */
export function emptyReply<E extends AnyEndpoint>({ reply }: E): ReplyInput<E> {
  const least = sample(reply) as object;
  return { ...least, ...('total' in least && { total: 0 }) } as ReplyInput<E>;
}

/** The alert that has a text; the place where alerts are announced is always there, and empty. */
const alertIn = (part: Locator): Locator => part.getByRole('alert').filter({ hasText: /./ });

/** The alert of a failed call; returns the button that asks again. */
export async function expectFailed(part: Locator, sentence = SERVER_SAYS): Promise<Locator> {
  const failed = alertIn(part);
  await expect.element(failed).toHaveText(`${sentence}Try again`);
  return failed.getByRole('button', { name: 'Try again' });
}

export const expectNoAlert = (part: Locator): Promise<void> => expect.element(alertIn(part)).toHaveLength(0);
