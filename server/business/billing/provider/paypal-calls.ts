import type * as z from 'zod';
import { HttpError } from '../../../platform/http/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import type { PayPalCredentials } from '../../../platform/paypal-settings.ts';
import { Refusal, Token } from './paypal-replies.ts';

interface PayPalRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a request. Returns null if PayPal refuses it with one of these statuses; throws HttpError 503 on failure. */
type PayPalCaller = <T>(request: PayPalRequest, reply: z.ZodType<T>, refusals?: readonly number[]) => Promise<T | null>;

/** Timeout for a response, in milliseconds. */
const PATIENCE = 10_000;
/** A token is replaced this long before its end, in milliseconds. */
const EARLY = 60_000;

export const unreachable = () =>
  new HttpError(503, 'PayPal could not be reached just now, and nothing was changed. Please try again in a moment.');

/** Requests a token from PayPal, which shows whether PayPal responds and accepts these credentials. */
export const requestToken = ({ apiUrl, clientId, secret }: PayPalCredentials, signal: AbortSignal): Promise<Response> =>
  fetch(`${apiUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    redirect: 'error',
    signal,
  });

/** Creates a caller. It requests a token at the first call, and again when the token expires. */
export function createPayPalCaller(credentials: PayPalCredentials, log: Logger): PayPalCaller {
  let token: { text: string; until: number } | null = null;

  const fetchApi = (path: string, init: RequestInit): Promise<Response> =>
    fetch(credentials.apiUrl + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });

  async function readToken(): Promise<string> {
    if (token !== null && token.until > Date.now()) return token.text;
    const answer = await requestToken(credentials, AbortSignal.timeout(PATIENCE));
    if (!answer.ok) throw new Error(`PayPal gave no token (status ${answer.status}): are its settings right?`);
    const { access_token: text, expires_in: seconds } = Token.parse(await answer.json());
    token = { text, until: Date.now() + seconds * 1000 - EARLY };
    return text;
  }

  async function send({ method, path, body, headers }: PayPalRequest): Promise<Response> {
    const request = async () => {
      const all = { 'content-type': 'application/json', ...headers, authorization: `Bearer ${await readToken()}` };
      return fetchApi(path, { method, headers: all, ...(body === undefined ? {} : { body }) });
    };
    const answer = await request();
    if (answer.status !== 401) return answer;
    // The token was revoked before its end.
    token = null;
    return request();
  }

  return async (request, reply, refusals = []) => {
    try {
      const answer = await send(request);
      if (refusals.includes(answer.status)) {
        log.info(
          { path: request.path, status: answer.status, ...(await readFailure(answer)) },
          'PayPal refused a call',
        );
        return null;
      }
      if (!answer.ok)
        throw new Error(`PayPal answered ${answer.status}: ${JSON.stringify(await readFailure(answer))}`, {
          cause: request.path,
        });
      return reply.parse(answer.status === 204 ? null : await answer.json());
    } catch (error) {
      log.warn({ err: error, path: request.path }, 'PayPal could not be asked');
      throw unreachable();
    }
  };
}

/** PayPal's own words for a refusal, without its quotes from the request. */
async function readFailure(answer: Response): Promise<object> {
  const parsed = Refusal.safeParse(await answer.json().catch(() => null));
  if (!parsed.success) return {};
  const { name, debug_id: debugId, details } = parsed.data;
  return { name, debugId, issues: details?.map(({ issue }) => issue) };
}
