import type { FastifyReply, FastifyRequest } from 'fastify';
import '@fastify/cookie';
import type { App } from '../../platform/app-context.ts';
import { cookieName, cookieOptions } from './session.ts';
import { PENDING_SECONDS } from './pending-sign-ins.queries.ts';

/** Ties a sign-in that waits for its second factor to the browser that started it. */
export function setPendingToken(app: Pick<App, 'env'>, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(app, 'pending'), token, { ...cookieOptions(app), maxAge: PENDING_SECONDS });
}

export const pendingToken = (app: Pick<App, 'env'>, request: FastifyRequest): string =>
  request.cookies[cookieName(app, 'pending')] ?? '';

export function clearPendingToken(app: Pick<App, 'env'>, reply: FastifyReply): void {
  reply.clearCookie(cookieName(app, 'pending'), cookieOptions(app));
}
