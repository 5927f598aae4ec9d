import type { Body, Endpoint, Params, Query, ReplyInput, Schema } from '@scoville/contract/endpoint.ts';
import { replyFault } from '@scoville/contract/testkit/reply-fault.ts';
import { safeParse } from 'zod/mini';

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** A call as the server's handler would see it: parsed with the contract. */
export interface Call<E> {
  params: Params<E>;
  query: Query<E>;
  /** A form's text fields where the endpoint takes a file. */
  body: Body<E>;
  /** Files of a multipart form, by field. */
  files: Record<string, File>;
  headers: Headers;
}

/** An answer that the contract doesn't describe: a refusal, an error of the server, a lost connection. */
class Unusual {
  /** 0 when no answer arrives. */
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    this.status = status;
    this.body = body;
  }
}

type Refusal = { field: string; message: string; code?: string };

/** The server refuses the call. `errors` name the fields of the form. */
export const refused = (status: number, message: string, errors: readonly Refusal[] = []): Unusual =>
  new Unusual(status, JSON.stringify({ message, errors: errors.map((error) => ({ code: 'invalid', ...error })) }));

/** The sentence of the server for an error of its own. */
export const SERVER_SAYS = 'Something went wrong on our side. Please try again.';

/** The server fails, in its own words. */
export const broken = (): Unusual => refused(500, SERVER_SAYS);

/** Any status and text, such as a proxy's: `raw(502, '')`. */
export const raw = (status: number, body: string): Unusual => new Unusual(status, body);

/** The connection is lost before an answer arrives. */
export const lost = (): Unusual => new Unusual(0, '');

type Outcome<E> = ReplyInput<E> | Unusual;
/** A reply, or what makes one for each call. */
export type Answer<E> = Outcome<E> | ((call: Call<E>) => Outcome<E> | Promise<Outcome<E>>);

/** What the test knows of the calls to one endpoint. */
export interface Faked<E> {
  /** Those that were made since `fake`, the latest last. */
  readonly calls: readonly Call<E>[];
}

interface Route {
  endpoint: AnyEndpoint;
  path: RegExp;
  names: string[];
  answer: Answer<AnyEndpoint>;
  calls: Call<AnyEndpoint>[];
  /** Answers where the test gives none. */
  isQuiet: boolean;
}

const routes: Route[] = [];
const held: (() => void)[] = [];
const files: { path: RegExp; body: BodyInit; type: string }[] = [];
const faults: string[] = [];

/**
 * Answers every call to an endpoint from now on, in place of what was faked for it before. The reply must be exactly what
 * the contract promises, and the call what the server would accept; otherwise the test fails.
 */
export function fake<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>): Faked<E> {
  return add(endpoint, answer, false);
}

/** Like `fake`, for what the frame asks for by itself: it gives way to a test's own fake, whichever came first. */
export function quietly<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>): void {
  add(endpoint, answer, true);
}

function add<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>, isQuiet: boolean): Faked<E> {
  const pattern = endpoint.path.replaceAll(/:\w+/g, '([^/]+)').replace(/\/$/, '');
  const route: Route = {
    endpoint,
    path: new RegExp(`^${pattern}/?$`),
    names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
    answer: answer as Answer<AnyEndpoint>,
    calls: [],
    isQuiet,
  };
  routes.push(route);
  return { calls: route.calls as unknown as Call<E>[] };
}

/** Like `fake`, but no call is answered before `release`, or before the end of the test. */
export function hold<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>): Faked<E> & { release: () => void } {
  const gate = Promise.withResolvers<void>();
  held.push(gate.resolve);
  const faked = fake(endpoint, async (call: Call<E>) => {
    await gate.promise;
    return outcomeOf(answer, call);
  });
  return { ...faked, release: gate.resolve };
}

/** Answers requests for a file, such as a song's waveform, that the page makes by `fetch`. */
export function fakeFile(path: RegExp, body: BodyInit, type: string): void {
  files.push({ path, body, type });
}

/** Lets all that is held go on. */
export function releaseHeld(): void {
  for (const release of held.splice(0)) release();
}

/** Forgets all answers and returns what went wrong since the last time, a line each. */
export function forgetAnswers(): string[] {
  routes.length = 0;
  files.length = 0;
  return faults.splice(0);
}

const outcomeOf = <E extends AnyEndpoint>(answer: Answer<E>, call: Call<E>) =>
  typeof answer === 'function' ? (answer as (call: Call<E>) => Outcome<E> | Promise<Outcome<E>>)(call) : answer;

/** Paths that the product's server answers; the rest (modules, fonts) is the test runner's. */
const isProduct = (pathname: string): boolean => /^\/(api|auth|features|files|images)(\/|$)/.test(pathname);

const realFetch = globalThis.fetch;

/** `fetch` for screens: the product's paths are answered by the test. */
export async function fakedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const url = new URL(request.url);
  if (url.origin !== location.origin || !isProduct(url.pathname)) return realFetch(input, init);
  // As the network would: never within the call itself.
  const response = await orAborted(request.signal, answerTo(request, url, init?.body));
  if (response === null) throw new TypeError('Failed to fetch');
  return response;
}

function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    work.then(resolve, reject);
  });
}

async function answerTo(request: Request, url: URL, body: BodyInit | null | undefined): Promise<Response | null> {
  const file = files.find(({ path }) => path.test(url.pathname));
  if (file) return new Response(file.body, { headers: { 'Content-Type': file.type } });
  const route = routeFor(request.method, url.pathname);
  if (!route) return fault(`${request.method} ${url.pathname}${url.search} has no answer: fake its endpoint.`);
  const call = callOf(route, url, body, request.headers);
  if (typeof call === 'string') return fault(call);
  route.calls.push(call);
  const outcome = await outcomeOf(route.answer, call);
  if (outcome instanceof Unusual)
    return outcome.status === 0 ? null : new Response(outcome.body || null, { status: outcome.status });
  if (route.endpoint.type !== undefined)
    return new Response(String(outcome), { headers: { 'Content-Type': route.endpoint.type } });
  const reply = JSON.parse(JSON.stringify(outcome)) as unknown;
  const wrong = replyFault(route.endpoint, reply);
  if (wrong !== null) return fault(`The fake of ${wrong}`);
  return Response.json(reply, { status: route.endpoint.status });
}

/** Words before parameters, the test's own before the frame's, and the latest before earlier ones. */
function routeFor(method: string, pathname: string): Route | undefined {
  const rank = ({ endpoint, isQuiet }: Route) => (endpoint.path.includes(':') ? 2 : 0) + (isQuiet ? 1 : 0);
  return routes
    .filter(({ endpoint, path }) => endpoint.method === method && path.test(pathname))
    .reverse()
    .toSorted((one, other) => rank(one) - rank(other))[0];
}

/** The call as the contract parses it; a sentence when it is one that the server would refuse. */
function callOf(
  route: Route,
  url: URL,
  sent: BodyInit | null | undefined,
  headers: Headers,
): Call<AnyEndpoint> | string {
  const { endpoint } = route;
  const values = route.path.exec(url.pathname)?.slice(1).map(decodeURIComponent) ?? [];
  const form = sent instanceof FormData ? [...sent.entries()] : [];
  const texts = form.filter(([, value]) => typeof value === 'string');
  const parts = {
    params: Object.fromEntries(route.names.map((name, n) => [name, values[n]])),
    query: Object.fromEntries(url.searchParams),
    body: sent instanceof FormData ? Object.fromEntries(texts) : typeof sent === 'string' ? JSON.parse(sent) : {},
  };
  const parsed: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const found = safeParse(endpoint[part], parts[part]);
    // A refusal may be what the test is about: then it fakes one, and gets what was sent as it was.
    if (!found.success && !(route.answer instanceof Unusual))
      return `${endpoint.method} ${endpoint.path} was called with a ${part} that the server refuses: ${found.error.message}`;
    parsed[part] = found.success ? found.data : parts[part];
  }
  const uploaded = Object.fromEntries(form.filter(([, value]) => value instanceof File));
  return { ...(parsed as Pick<Call<AnyEndpoint>, 'params' | 'query' | 'body'>), files: uploaded as never, headers };
}

function fault(sentence: string): Response {
  faults.push(sentence);
  return Response.json({ message: sentence, errors: [] }, { status: 400 });
}
