import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StatementWaited } from '../db/reading.ts';
import { newSeed } from './new-seed.ts';
import { type Encoding, MIN_COMPRESSIBLE_BYTES, compress, encodingFor } from './compress.ts';

/** Bytes of all bodies that a process keeps. */
const MOST_BYTES = 32 * 2 ** 20;
/** Milliseconds after which one is made anew: addresses in it expire. */
const LONGEST = 60_000;
/** Addresses that are remembered as asked for, without their answers; twice as many at most. */
const MOST_ASKED = 10_000;

/** An answer as it is made for one visitor and given to all. */
export interface Rendered {
  body: string | Buffer;
  status: number;
  type: string;
  /** False: what it shows may change without the public version. */
  isKept?: boolean;
}

/** An answer that is kept. */
export interface CachedResponse extends Omit<Rendered, 'body'> {
  readonly body: Buffer;
  readonly version: string;
  readonly at: number;
  readonly etag: string;
  readonly small: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** What to make an answer with; whoever takes the seed makes an answer for that seed alone. */
export interface RenderContext {
  readonly seed: number;
  /** The public version, if it was asked for since the call. */
  readonly asOf?: string;
}

export interface ResponseCache {
  /**
   * What is kept under this name, or what `make` makes for a visitor. Nothing is older than the last change that was
   * committed before the call; of many who wait for the same one asks.
   * @param name of `nameOf`
   * @param check throws where it must not be made for this caller, before others can wait for it
   */
  find(name: string, check: () => void, make: (making: RenderContext) => Promise<Rendered>): Promise<CachedResponse>;
}

/** @param publicVersion what changes whenever something changes that visitors are shown */
export function createResponseCache(
  publicVersion: () => Promise<string>,
  { mostBytes = MOST_BYTES } = {},
): ResponseCache {
  /** In the order of their use. */
  const kept = new Map<string, CachedResponse>();
  /** Addresses whose answers have a seed in them. */
  const seeded = new Set<string>();
  const making = new Map<string, Promise<CachedResponse>>();
  const asked = recentNames(MOST_ASKED);
  let bytes = 0;

  // And the two smaller ones.
  const sizeOf = ({ body }: CachedResponse): number => body.byteLength * 1.5;
  const forget = (key: string): void => {
    const old = kept.get(key);
    if (old === undefined) return;
    bytes -= sizeOf(old);
    kept.delete(key);
  };
  const keep = (key: string, answer: CachedResponse): void => {
    forget(key);
    kept.set(key, answer);
    bytes += sizeOf(answer);
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  };

  const find = async (
    address: string,
    check: () => void,
    make: (making: RenderContext) => Promise<Rendered>,
    hasWaited = false,
  ): Promise<CachedResponse> => {
    asked.add(address);
    const current = await publicVersion();
    const seed = newSeed();
    const key = seeded.has(address) ? `${address} ${seed}` : address;
    const old = kept.get(key);
    if (old !== undefined && old.version === current && Date.now() - old.at < LONGEST) {
      // Used last.
      kept.delete(key);
      kept.set(key, old);
      return old;
    }
    const place = `${current} ${key}`;
    const running = making.get(place);
    if (running !== undefined) {
      const one = await running.catch((error: unknown) => {
        // The first caller gave up, but its wait began before this one's.
        if (error instanceof StatementWaited && !hasWaited) return null;
        throw error;
      });
      if (one === null) return find(address, check, make, true);
      // When this wait began, it wasn't known that each visit has an answer of its own here.
      return key === address && seeded.has(address) ? find(address, check, make, hasWaited) : one;
    }
    check();
    const made = makeOne(address, seed, current, make).finally(() => making.delete(place));
    making.set(place, made);
    return made;
  };

  const makeOne = async (
    address: string,
    seed: number,
    current: string,
    make: (making: RenderContext) => Promise<Rendered>,
  ): Promise<CachedResponse> => {
    const at = Date.now();
    let taken = false;
    const answer = await make({
      asOf: current,
      get seed() {
        taken = true;
        return seed;
      },
    });
    if (taken) seeded.add(address);
    if (seeded.size > 1000) seeded.clear();
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
    const etag = `W/"${hash('sha1', body, 'base64url')}"`;
    const one: CachedResponse = { ...answer, body, version: current, at, etag, small: {} };
    // Most addresses are asked for once: their answers would take the place of others.
    if (answer.isKept !== false && asked.isKnownTwice(address) && answer.status === 200)
      keep(taken ? `${address} ${seed}` : address, one);
    return one;
  };

  return { find: (name, check, make) => find(name, check, make) };
}

/**
 * The key of an answer: its route, its parameters, and those fields of the query that it depends on, in any order. The
 * rest of the address makes no difference.
 * @param query only the declared fields, as they were parsed
 */
export function nameOf({ routeOptions, params }: FastifyRequest, query: object = {}): string {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  return JSON.stringify([routeOptions.url, params, fields.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

/** Remembers between `most` and twice as many names, the last ones, and whether each was added more than once. */
function recentNames(most: number): { add: (name: string) => void; isKnownTwice: (name: string) => boolean } {
  let [recent, before] = [new Map<string, boolean>(), new Map<string, boolean>()];
  // A name is as long as whoever asks makes it.
  const short = (name: string) => (name.length > 100 ? hash('sha1', name, 'base64url') : name);
  return {
    add(name) {
      const key = short(name);
      recent.set(key, recent.has(key) || before.has(key));
      if (recent.size >= most) [recent, before] = [new Map(), recent];
    },
    isKnownTwice: (name) => recent.get(short(name)) ?? before.get(short(name)) ?? false,
  };
}

/**
 * Answers with what is kept.
 * @param shared whether caches on the way may keep it as well
 */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  shared: boolean,
): Promise<FastifyReply> {
  reply.status(answer.status).type(answer.type).header('vary', 'accept-encoding, cookie');
  if (shared) {
    reply.header('cache-control', 'public, max-age=0, s-maxage=1').header('etag', answer.etag);
    if (request.headers['if-none-match'] === answer.etag) return reply.status(304).send();
  }
  const encoding =
    answer.body.byteLength < MIN_COMPRESSIBLE_BYTES ? null : encodingFor(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(answer.body);
  answer.small[encoding] ??= compress(answer.body, encoding);
  return reply.header('content-encoding', encoding).send(await answer.small[encoding]);
}
