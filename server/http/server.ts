import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Logger } from '../log.ts';
import { refuseSlowBodies } from './slow-bodies.ts';
import { answerErrors } from './respond.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes that are no endpoint of the contract, `GET /path` each: what serves bytes and pages. */
    plainRoutes: string[];
  }
}

/** Bodies that are not files stay below this (bytes). */
const BODY_LIMIT = 256 * 1024;

/** So long may a body that is no file be on its way, and a connection be without a byte in either direction (ms). */
const PATIENCE = 30_000;
const SILENCE = 120_000;

/** What never reaches a log: the secret part of an address. */
export const loggedUrl = (url: string): string =>
  url.split('?', 1)[0]?.replace(/^(\/auth\/reset\/|\/reset\/|\/files\/)[^/]+/, '$1…') ?? '';

export interface HttpOptions {
  logger: Logger;
  /** Adds `upgrade-insecure-requests` and HSTS. */
  secure: boolean;
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-* headers are believed; none when left out. */
  proxies?: string[];
  /** Vite's own scripts and its socket, while developing. */
  development: boolean;
  /** Milliseconds in which a body that is no file must have arrived. */
  patience?: number;
  serverFactory?: FastifyServerOptions['serverFactory'];
}

/** A Fastify instance with everything that holds for every answer; no routes yet. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  z.config(z.locales.en());
  const app = Fastify({
    loggerInstance: options.logger,
    bodyLimit: BODY_LIMIT,
    // A file may take hours, as long as its bytes keep coming.
    requestTimeout: 0,
    connectionTimeout: SILENCE,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    trustProxy: (options.proxies ?? []).length === 0 ? false : options.proxies,
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
  } as FastifyServerOptions) as unknown as FastifyInstance;
  const plainRoutes: string[] = [];
  app.decorate('plainRoutes', plainRoutes);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.endpoint && method !== 'HEAD' && method !== 'OPTIONS') plainRoutes.push(`${String(method)} ${url}`);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  refuseSlowBodies(app, options.patience ?? PATIENCE);
  await app.register(cookie);
  await app.register(multipart);
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: options.development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrc: options.development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // React writes style attributes through the DOM, which this does not touch; markup cannot.
        styleSrcAttr: ["'none'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: options.development ? ["'self'", 'ws:'] : ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: options.secure ? [] : null,
      },
    },
    strictTransportSecurity: options.secure,
    crossOriginEmbedderPolicy: false,
  });
  return app;
}
