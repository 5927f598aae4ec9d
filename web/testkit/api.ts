import type { Body, Endpoint, Params, Query, ReplyInput, Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { replyFault } from '@scoville/contract/testkit/reply-fault.ts';
import { safeParse } from 'zod/mini';

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** A call as the server's handler would receive it: parsed by the contract. */
export interface Call<E> {
  params: Params<E>;
  query: Query<E>;
  /** The text fields of a form, if the endpoint accepts a file. */
  body: Body<E>;
  /** Files of a multipart form, by field. */
  files: Record<string, File>;
  headers: Headers;
}

/** An answer outside the contract: a refusal, a server error, or a lost connection. */
class Unusual {
  /** 0 if no answer arrives. */
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    this.status = status;
    this.body = body;
  }
}

type Refusal = { field: string; message: string; code?: string };

/** A refusal by the server. `errors` refer to fields of the form. */
export const refused = (status: number, message: string, errors: readonly Refusal[] = []): Unusual =>
  new Unusual(status, JSON.stringify({ message, errors: errors.map((error) => ({ code: 'invalid', ...error })) }));

/** The server's message for an internal error. */
export const SERVER_SAYS = 'Something went wrong on our side. Please try again.';

/** An internal error of the server, with its message. */
export const broken = (): Unusual => refused(500, SERVER_SAYS);

/** Any status and text, such as a proxy's: `raw(502, '')`. */
export const raw = (status: number, body: string): Unusual => new Unusual(status, body);

/** A connection that is lost before an answer arrives. */
export const lost = (): Unusual => new Unusual(0, '');

type Outcome<E> = ReplyInput<E> | Unusual;
/** A reply, or a function that returns one for each call. */
export type Answer<E> = Outcome<E> | ((call: Call<E>) => Outcome<E> | Promise<Outcome<E>>);

/** A fake's records of the calls to one endpoint. */
export interface Faked<E> {
  /** The calls since `fake`, latest last. */
  readonly calls: readonly Call<E>[];
}

interface Route {
  endpoint: AnyEndpoint;
  path: RegExp;
  names: string[];
  answer: Answer<AnyEndpoint>;
  calls: Call<AnyEndpoint>[];
  /** Whether this route is only used if the test has no fake of its own. */
  isQuiet: boolean;
}

const routes: Route[] = [];
const held: (() => void)[] = [];
const files: { path: RegExp; body: BodyInit; type: string }[] = [];
const faults: string[] = [];

/**
 * Answers every call to an endpoint from now on, replacing earlier fakes. The test fails if a reply isn't exactly as
 * the contract requires, or if the server would refuse a call.
 */
export function fake<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>): Faked<E> {
  return add(endpoint, answer, false);
}

/**
 * Like `fake`, for calls that the frame makes automatically: a test's own fake takes precedence, whichever was set
 * first.
 */
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

/** Like `fake`, but no call is answered before `release` or the end of the test. */
export function hold<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>): Faked<E> & { release: () => void } {
  const gate = Promise.withResolvers<void>();
  held.push(gate.resolve);
  const faked = fake(endpoint, async (call: Call<E>) => {
    await gate.promise;
    return outcomeOf(answer, call);
  });
  return { ...faked, release: gate.resolve };
}

/** Answers the page's `fetch` requests for a file, such as a song's waveform. */
export function fakeFile(path: RegExp, body: BodyInit, type: string): void {
  files.push({ path, body, type });
}

/** Releases all held calls. */
export function releaseHeld(): void {
  for (const release of held.splice(0)) release();
}

/** Removes all fakes and returns the faults since the last call, one line each. */
export function forgetAnswers(): string[] {
  routes.length = 0;
  files.length = 0;
  return faults.splice(0);
}

const outcomeOf = <E extends AnyEndpoint>(answer: Answer<E>, call: Call<E>) =>
  typeof answer === 'function' ? (answer as (call: Call<E>) => Outcome<E> | Promise<Outcome<E>>)(call) : answer;

/** Whether the product's server answers a path; other paths (modules, fonts) belong to the test runner. */
const isProduct = (pathname: string): boolean => /^\/(api|auth|features|files|images)(\/|$)/.test(pathname);

const realFetch = globalThis.fetch;

/** Replaces `fetch` in screens: the test answers requests to the product's paths. */
export async function fakedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const url = new URL(request.url);
  if (url.origin !== location.origin || !isProduct(url.pathname)) return realFetch(input, init);
  // Asynchronous like the network: never answers within the call itself.
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

/**
 * Chooses the route for a path: literal paths before parameters, the test's own before the frame's, later ones before
 * earlier ones.
 */
function routeFor(method: string, pathname: string): Route | undefined {
  const rank = ({ endpoint, isQuiet }: Route) => (endpoint.path.includes(':') ? 2 : 0) + (isQuiet ? 1 : 0);
  return routes
    .filter(({ endpoint, path }) => endpoint.method === method && path.test(pathname))
    .reverse()
    .toSorted((one, other) => rank(one) - rank(other))[0];
}

/** The call as the contract parses it, or an error message if the server would refuse it. */
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
    // If the test fakes a refusal, that refusal may be its subject, so it gets the unparsed input.
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
