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
    /** Routes that are no endpoint of the contract, as `GET /path`: those for files and pages. */
    plainRoutes: string[];
  }
}

/** Most bytes of a body that isn't a file. */
const BODY_LIMIT = 256 * 1024;

/** Most bytes of the address and all headers together. */
const MAX_HEADER = 8 * 1024;

/**
 * Milliseconds for a body that isn't a file to arrive, and milliseconds without a byte in either direction after which
 * a connection ends.
 */
const PATIENCE = 30_000;
const SILENCE = 120_000;

/** Addresses with a secret part, up to that part: mailed links, private links, signed files. */
const BEFORE_SECRET =
  /^(\/(?:auth\/)?(?:reset|verify)\/|\/account\/(?:confirm-subscription|confirm-email|undo-email)\/|\/api\/(?:email-change\/(?:confirm|undo)|media\/(?:subscribe\/confirm|[^/]+\/private-link))\/|\/files\/)[^/]+/;

/** The part of an address that may be logged, without its secret part and its query. */
export const loggedUrl = (url: string): string => url.split('?', 1)[0]?.replace(BEFORE_SECRET, '$1…') ?? '';

export interface HttpOptions {
  logger: Logger;
  /** True if PUBLIC_URL is https: adds `upgrade-insecure-requests`, and HSTS to every answer. */
  secure: boolean;
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-* headers are trusted; none by default. */
  proxies?: string[];
  /** Allows Vite's scripts and its socket, for development. */
  development: boolean;
  /** The origin of files, if another server sends them. */
  filesOrigin?: string | null;
  captchaSources?: readonly string[];
  /** Milliseconds for a body that isn't a file to arrive. */
  patience?: number;
  /** How long a client may continue to send after the answer. */
  grace?: Grace;
  /** Multiplies the limits of one caller; 0, the default, turns them off. */
  factor?: number;
  serverFactory?: FastifyServerOptions['serverFactory'];
  /** Schemas of the items in the lists of many replies, for `createSerializerCompiler`. */
  shared?: readonly z.core.$ZodType[];
}

/** A Fastify instance with everything that applies to every answer, but without routes. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  setDefaultTexts();
  const headers = securityHeaders(options);
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
    // An upload may take hours, as long as its bytes keep arriving.
    requestTimeout: 0,
    connectionTimeout: SILENCE,
    keepAliveTimeout: 72_000,
    // The parser refuses longer addresses. No route has a regular expression that takes longer for a long path.
    routerOptions: { maxParamLength: MAX_HEADER, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Node's own refusal of a missing Host has neither our headers nor our JSON. Our addresses and cookies are short,
    // so the parser refuses an address and headers that are larger (in bytes) than most proxies allow.
    http: { requireHostHeader: false, maxHeaderSize: MAX_HEADER },
    // `answerErrors` sends that 503, in our form.
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
