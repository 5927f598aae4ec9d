import type { Configuration } from 'openid-client';
import type { ProviderSettings } from '../../platform/provider-settings.ts';

/** Seconds that a provider may take to respond. */
const PATIENCE = 10;

/** Errors that a provider returns if the user declined or gave up (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const DECLINED: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
]);
/** Errors that a provider returns if it can't respond at the moment. */
const DOWN: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** The user's identity, as the provider reports it. */
export interface Claims {
  subject: string;
  email: string | null;
  /** The provider vouches that this user reads mail at that address. */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** Values that prove that an answer belongs to our request. */
export interface Proofs {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider didn't respond, or is temporarily unavailable. */
export class ProviderUnavailable extends Error {}
/** The user declined or gave up at the provider. */
export class SignInDeclined extends Error {}
/** An answer that doesn't belong to our request, or that the provider doesn't confirm. */
export class AnswerRefused extends Error {}

export interface Provider {
  settings: ProviderSettings;
  /** Returns the URL to send the browser to, and the values that the answer is checked against. */
  start(): Promise<{ url: string; proofs: Proofs }>;
  /**
   * Exchanges the code of an answer for claims. Checks the answer's state, and the ID token's signature, issuer,
   * audience, age and nonce. The code only works together with the verifier. Throws ProviderUnavailable, SignInDeclined
   * or AnswerRefused.
   * @param search the query of the address to which the provider sent the browser
   */
  finish(search: string, proofs: Proofs): Promise<Claims>;
}

/** The interface to one provider. Its configuration is requested once, on first use. */
export function openProvider(settings: ProviderSettings, publicUrl: string): Provider {
  const redirectUri = `${publicUrl}/auth/${settings.name}/callback`;
  let discovered: Promise<Configuration> | null = null;
  const configuration = async () => {
    discovered ??= discover(settings);
    try {
      return await discovered;
    } catch (error) {
      // The next call tries again.
      discovered = null;
      throw new ProviderUnavailable(`${settings.label} could not be asked for its configuration`, { cause: error });
    }
  };
  return {
    settings,
    async start() {
      const config = await configuration();
      const client = await import('openid-client');
      const proofs = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.endpoints === undefined ? 'openid email profile' : 'openid email public_profile',
        state: proofs.state,
        nonce: proofs.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(proofs.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, proofs };
    },
    async finish(search, { state, nonce, verifier }) {
      const config = await configuration();
      const client = await import('openid-client');
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${search}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('There is no ID token.');
        const more =
          claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {};
        return claimsOf({ ...more, ...claims });
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError) {
          const providerMessage = `${settings.label} said ${error.error}`;
          if (DECLINED.has(error.error)) throw new SignInDeclined(providerMessage, { cause: error });
          if (DOWN.has(error.error)) throw new ProviderUnavailable(providerMessage, { cause: error });
          throw new AnswerRefused(providerMessage, { cause: error });
        }
        if (isSilence(error)) throw new ProviderUnavailable(`${settings.label} does not answer`, { cause: error });
        throw new AnswerRefused(`An answer of ${settings.label} was refused`, { cause: error });
      }
    },
  };
}

/** Requests a provider's configuration. */
export async function discover({
  issuer,
  clientId,
  clientSecret,
  endpoints,
}: ProviderSettings): Promise<Configuration> {
  const client = await import('openid-client');
  // The settings allow connections without TLS only to this machine.
  const plain = new URL(issuer).protocol === 'http:' ? [client.allowInsecureRequests] : [];
  if (endpoints === undefined)
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: PATIENCE,
      execute: [...plain, client.enableNonRepudiationChecks],
    });
  const config = new client.Configuration(
    {
      issuer,
      authorization_endpoint: endpoints.authorization,
      token_endpoint: endpoints.token,
      jwks_uri: endpoints.keys,
    },
    clientId,
    clientSecret,
  );
  config.timeout = PATIENCE;
  client.enableNonRepudiationChecks(config);
  return config;
}

/** Whether the provider didn't respond, or responded that it is unavailable. */
function isSilence(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.message === 'fetch failed') return true;
    if ((cause as { status?: number }).status !== undefined && Number((cause as { status?: number }).status) >= 500)
      return true;
  }
  return false;
}

/** Reads the claims of a provider. Values that aren't text count as missing. */
function claimsOf(claims: Record<string, unknown> & { sub: string }): Claims {
  const text = (name: string): string => (typeof claims[name] === 'string' ? claims[name] : '');
  const [first = '', ...rest] = text('name').trim().split(/\s+/);
  return {
    subject: claims.sub,
    email: text('email') || null,
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
  };
}
