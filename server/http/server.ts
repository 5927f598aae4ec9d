import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type * as z from 'zod';
import type { Logger } from '../log.ts';
import { limitCallers } from './caller-limits.ts';
import { limitConnections, serveInOrder } from './connections.ts';
import { badRequest } from './errors.ts';
import { RequestLog } from './log-requests.ts';
import { readForwarded } from './forwarded.ts';
import { readJsonBodies } from './json-bodies.ts';
import { type Grace, endUnreadBodies } from './unread-bodies.ts';
import { createSerializerCompiler } from './serializer.ts';
import { refuseSlowBodies } from './slow-bodies.ts';
import { answerClientErrors, answerExpectations } from './client-errors.ts';
import { setDefaultTexts } from './default-texts.ts';
import { answerBadAddress, answerErrors } from './respond.ts';
import { STRICT_TRANSPORT, securityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes that are no endpoint of the contract, `GET /path` each: what serves bytes and pages. */
    plainRoutes: string[];
  }
}

/** Bodies that are not files stay below this (bytes). */
const BODY_LIMIT = 256 * 1024;

/** All headers and the address together (bytes). */
const MAX_HEADER = 8 * 1024;

/** So long may a body that is no file be on its way, and a connection be without a byte in either direction (ms). */
const PATIENCE = 30_000;
const SILENCE = 120_000;

/** The addresses with a secret part, up to that: links that were mailed, private links, signed files. */
const BEFORE_SECRET =
  /^(\/(?:auth\/)?(?:reset|verify)\/|\/account\/(?:confirm-subscription|confirm-email|undo-email)\/|\/api\/(?:email-change\/(?:confirm|undo)|media\/(?:subscribe\/confirm|[^/]+\/private-link))\/|\/files\/)[^/]+/;

/** What of an address reaches a log: neither its secret part nor its query. */
export const loggedUrl = (url: string): string => url.split('?', 1)[0]?.replace(BEFORE_SECRET, '$1…') ?? '';

export interface HttpOptions {
  logger: Logger;
  /** PUBLIC_URL is https: adds `upgrade-insecure-requests`, and HSTS to every answer. */
  secure: boolean;
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-* headers are believed; none when left out. */
  proxies?: string[];
  /** Vite's own scripts and its socket, while developing. */
  development: boolean;
  /** Where files are sent from when not from here. */
  filesOrigin?: string | null;
  captchaSources?: readonly string[];
  /** Milliseconds in which a body that is no file must have arrived. */
  patience?: number;
  /** How long a sender may go on after the answer. */
  grace?: Grace;
  /** Multiplies what one caller may do; 0, as when left out, turns these limits off. */
  factor?: number;
  serverFactory?: FastifyServerOptions['serverFactory'];
  /** Schemas of what stands in the lists of many replies, as `createSerializerCompiler` takes them. */
  shared?: readonly z.core.$ZodType[];
}

/** A Fastify instance with everything that holds for every answer; no routes yet. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  setDefaultTexts();
  const headers = securityHeaders(options);
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
    // A file may take hours, as long as its bytes keep coming.
    requestTimeout: 0,
    connectionTimeout: SILENCE,
    keepAliveTimeout: 72_000,
    // The parser refuses longer lines. No path is matched by an expression that takes longer for a long one.
    routerOptions: { maxParamLength: MAX_HEADER, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Node's own refusal of a missing Host has neither our headers nor our form. Addresses and cookies of ours are short:
    // what is longer than most proxies allow is refused by the parser, before it is a request (bytes).
    http: { requireHostHeader: false, maxHeaderSize: MAX_HEADER },
    // `answerErrors` says it, in our form.
    return503OnClosing: false,
    clientErrorHandler: answerClientErrors(headers),
    frameworkErrors: answerBadAddress(headers),
    trustProxy: (options.proxies ?? []).length === 0 ? false : options.proxies,
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
  } as FastifyServerOptions) as unknown as FastifyInstance;
  const plainRoutes: string[] = [];
  app.decorate('plainRoutes', plainRoutes);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.endpoint) return;
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') plainRoutes.push(`${one} ${url}`);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(createSerializerCompiler(options.shared ?? []));
  app.addHook('onRequest', async ({ raw }) => readForwarded(raw.headers));
  let warned = false;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const isHttps = request.protocol === 'https';
    if (options.secure || isHttps) reply.header('strict-transport-security', STRICT_TRANSPORT);
    if (!isHttps || options.secure || warned) return;
    warned = true;
    request.log.warn('visitors come by https, but PUBLIC_URL does not say so: set it, or their cookies are not Secure');
  });
  answerErrors(app);
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw badRequest('The request is malformed.');
  });
  limitCallers(app, options.factor ?? 0);
  endUnreadBodies(app, options.grace);
  refuseSlowBodies(app, options.patience ?? PATIENCE);
  readJsonBodies(app, options.factor ?? 0);
  await app.register(cookie);
  await app.register(multipart);
  answerExpectations(app.server, headers);
  serveInOrder(app.server);
  limitConnections(app.server, { proxies: options.proxies ?? [], factor: options.factor ?? 0 });
  return app;
}
