import type { FastifyReply, FastifyRequest } from 'fastify';
import '@fastify/cookie';
import type { App } from '../../platform/app-context.ts';
import { cookieName, cookieOptions } from '../auth/session.ts';
import { FLOW_SECONDS } from './flows.queries.ts';

/**
 * Ties a flow to the browser that started it. If a user is tricked into opening the answer of someone else's flow, the
 * user's browser has another token, or none.
 */
export function setFlowToken(app: Pick<App, 'env'>, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(app, 'sign-in'), token, { ...cookieOptions(app), maxAge: FLOW_SECONDS });
}

/** The token of the flow that this browser started. This request deletes the cookie. */
export function consumeFlowToken(app: Pick<App, 'env'>, request: FastifyRequest, reply: FastifyReply): string | null {
  const token = request.cookies[cookieName(app, 'sign-in')];
  reply.clearCookie(cookieName(app, 'sign-in'), cookieOptions(app));
  return token ?? null;
}
