import type { Endpoint, ReplyInput, Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { broken, type Call, hold, SERVER_SAYS } from './api.ts';
import { sample } from './sample.ts';

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** Holds back the calls to an endpoint. Once released, they fail until `recover` is called. */
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

/** A reply of an endpoint whose lists are empty. */
export function emptyReply<E extends AnyEndpoint>({ reply }: E): ReplyInput<E> {
  const least = sample(reply) as object;
  return { ...least, ...('total' in least && { total: 0 }) } as ReplyInput<E>;
}

/** The alert with a text; the element in which alerts are announced always exists, and is empty otherwise. */
const alertIn = (part: Locator): Locator => part.getByRole('alert').filter({ hasText: /./ });

/** Expects the alert of a failed call; returns its button to try again. */
export async function expectFailed(part: Locator, sentence = SERVER_SAYS): Promise<Locator> {
  const failed = alertIn(part);
  await expect.element(failed).toHaveText(`${sentence}Try again`);
  return failed.getByRole('button', { name: 'Try again' });
}

export const expectNoAlert = (part: Locator): Promise<void> => expect.element(alertIn(part)).toHaveLength(0);
