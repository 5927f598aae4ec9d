import { generateKeyPairSync } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { CLIENT } from './provider-client.ts';

/** An account at the provider, which is stored by its subject. */
export interface ProviderAccount {
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
}

/** A real OpenID provider on this machine, with a page to choose the account. */
export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  accounts: Map<string, ProviderAccount>;
  close(): Promise<void>;
}

/**
 * Starts a provider.
 * @param redirectUris the addresses to which it may redirect a browser
 * @param port a free port by default
 */
export async function startOpenIdProvider(redirectUris: string[], port = 0): Promise<OpenIdProvider> {
  const accounts = new Map<string, ProviderAccount>();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server: Server = createServer((request, response) => handle(request, response));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    // Set only to avoid the provider's warnings on the console.
    jwks: { keys: [signingKey()] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['a key of this test alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const account = accounts.get(subject);
      return account && { accountId: subject, claims: () => ({ sub: subject, ...account }) };
    },
    // Grants all scopes without a consent page, because the tests are about identity only.
    loadExistingGrant: async ({ oidc }: KoaContextWithOIDC) => {
      const grant = new provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  handle = (request, response) => {
    const answer = request.url?.startsWith('/interaction/')
      ? interact(provider, accounts, request, response)
      : callback(request, response);
    answer.catch((error: unknown) => response.writeHead(500).end(String(error)));
  };
  return {
    issuer,
    ...CLIENT,
    accounts,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
});

/** The page to choose an account: `?as=subject` signs in, `?as=` cancels. */
async function interact(
  provider: Provider,
  accounts: Map<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
  const subject = searchParams.get('as');
  if (subject === null) {
    const choices = [...accounts.keys(), ''].map(
      (one) => `<p><a href="${pathname}?as=${encodeURIComponent(one)}">${one === '' ? 'Cancel' : `Be ${one}`}</a></p>`,
    );
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Who are you?</h1>${choices.join('')}`);
    return;
  }
  await provider.interactionFinished(
    request,
    response,
    subject === ''
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : { login: { accountId: subject } },
    { mergeWithLastSubmission: false },
  );
}

/**
 * Acts as the browser at the provider, from our redirect until the provider redirects back.
 * @param as the subject of the account to choose; empty to cancel
 */
export async function answerAt(url: string, as: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(url);
  let at = url;
  for (let steps = 0; at.startsWith(`${origin}/`); steps += 1) {
    if (steps > 10) throw new Error(`The provider goes in circles: ${at}`);
    const page = new URL(at);
    if (page.pathname.startsWith('/interaction/')) page.searchParams.set('as', as);
    const answer = await fetch(page, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The provider says ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at).href;
  }
  return at;
}
