import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { StatementWaited } from '../db/reading.ts';
import { newSeed } from './new-seed.ts';
import { type Encoding, MIN_COMPRESSIBLE_BYTES, compress, encodingFor } from './compress.ts';

/** Most bytes of all bodies that a process keeps. */
const MOST_BYTES = 32 * 2 ** 20;
/** Milliseconds after which an answer is rendered again, because addresses in it expire. */
const LONGEST = 60_000;
/** Keys that are remembered as requested, without their answers. */
const MOST_REQUESTED = 20_000;
/** Keys that are remembered as dependent on the seed. */
const MOST_SEEDED = 1000;

/** An answer as it is rendered for one visitor and sent to all. */
export interface Rendered {
  body: string | Buffer;
  status: number;
  type: string;
  /** False if the content can change without a new public version. */
  isCacheable?: boolean;
}

/** An answer in the cache. */
export interface CachedResponse extends Omit<Rendered, 'body'> {
  readonly body: Buffer;
  readonly version: string;
  readonly at: number;
  readonly etag: string;
  readonly small: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** Passed to the function that renders an answer. Reading `seed` makes the answer specific to that seed. */
export interface RenderContext {
  readonly seed: number;
  /** The public version, if it was read since the call. */
  readonly asOf?: string;
}

export interface ResponseCache {
  /**
   * Returns the cached answer, or calls `make` to render it for visitors. The answer includes every change that was
   * committed before the call. Of several concurrent callers, one renders it for all.
   * @param name the key, from `nameOf`
   * @param check throws if this caller may not have an answer rendered; called before other callers can wait for it
   */
  find(name: string, check: () => void, make: (making: RenderContext) => Promise<Rendered>): Promise<CachedResponse>;
}

/** @param publicVersion returns a value that changes with every change of public data */
export function createResponseCache(
  publicVersion: () => Promise<string>,
  { mostBytes = MOST_BYTES } = {},
): ResponseCache {
  const kept = new LRUCache<string, CachedResponse>({
    maxSize: mostBytes,
    // The compressed forms of a body, which are kept with it, take about half of its size.
    sizeCalculation: ({ body }) => Math.max(1, Math.ceil(body.byteLength * 1.5)),
  });
  /** Keys whose answers depend on the seed. */
  const seeded = new LRUCache<string, true>({ max: MOST_SEEDED });
  const making = new Map<string, Promise<CachedResponse>>();
  /** The last requested keys, and whether each was requested more than once. */
  const requested = new LRUCache<string, boolean>({ max: MOST_REQUESTED });

  const find = async (
    address: string,
    check: () => void,
    make: (making: RenderContext) => Promise<Rendered>,
    hasWaited = false,
  ): Promise<CachedResponse> => {
    const brief = short(address);
    requested.set(brief, requested.has(brief));
    const current = await publicVersion();
    const seed = newSeed();
    const key = seeded.has(address) ? `${address} ${seed}` : address;
    const old = kept.get(key);
    if (old !== undefined && old.version === current && Date.now() - old.at < LONGEST) return old;
    const place = `${current} ${key}`;
    const running = making.get(place);
    if (running !== undefined) {
      const one = await running.catch((error: unknown) => {
        // The first caller has waited too long, but this one began to wait later, so it tries again, once.
        if (error instanceof StatementWaited && !hasWaited) return null;
        throw error;
      });
      if (one === null) return find(address, check, make, true);
      // This call began to wait before the answer turned out to be specific to one visit.
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
    if (taken) seeded.set(address, true);
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
    const etag = `W/"${hash('sha1', body, 'base64url')}"`;
    const one: CachedResponse = { ...answer, body, version: current, at, etag, small: {} };
    // Most addresses are requested once, and their answers would evict others.
    if (answer.isCacheable !== false && requested.get(short(address)) === true && answer.status === 200)
      kept.set(taken ? `${address} ${seed}` : address, one);
    return one;
  };

  return { find: (name, check, make) => find(name, check, make) };
}

/**
 * The key of an answer: its route, its parameters, and the query fields that it depends on, in any order. The rest of
 * the address makes no difference.
 * @param query only the declared fields, as parsed
 */
export function nameOf({ routeOptions, params }: FastifyRequest, query: object = {}): string {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  return JSON.stringify([routeOptions.url, params, fields.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

/** Clients can make keys as long as they like. */
const short = (key: string): string => (key.length > 100 ? hash('sha1', key, 'base64url') : key);

/**
 * Sends a cached answer.
 * @param shared whether shared caches between the client and us may keep it, too
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
