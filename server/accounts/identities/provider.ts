import type { Configuration } from 'openid-client';
import type { ProviderSettings } from './provider-settings.ts';

/** Seconds that a provider may take for an answer. */
const PATIENCE = 10;

/** What a provider says when the person did not go on (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const DECLINED: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
]);
/** What it says when it cannot answer just now. */
const DOWN: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** Who somebody is, as the provider says. */
export interface Claims {
  subject: string;
  email: string | null;
  /** The provider says that this person reads mail at that address. */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** What proves that an answer belongs to a question of ours. */
export interface Proofs {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider did not answer, or not yet. */
export class ProviderUnavailable extends Error {}
/** The person said no, or did not go on. */
export class SignInDeclined extends Error {}
/** An answer that does not belong to the question, or that the provider does not stand by. */
export class AnswerRefused extends Error {}

export interface Provider {
  settings: ProviderSettings;
  /** Where to send the browser, and what its answer will be held against. */
  start(): Promise<{ url: string; proofs: Proofs }>;
  /**
   * Exchanges the code of an answer for claims. The answer's state, the ID token's signature, issuer, audience, age and
   * nonce are checked, and the code is worth something only with the verifier.
   * Throws ProviderUnavailable, SignInDeclined or AnswerRefused.
   * @param search the query of the address to which the provider sent the browser
   */
  finish(search: string, proofs: Proofs): Promise<Claims>;
}

/** The door to one provider; its configuration is asked for once, when somebody first needs it. */
export function openProvider(settings: ProviderSettings, publicUrl: string): Provider {
  const redirectUri = `${publicUrl}/auth/${settings.name}/callback`;
  let discovered: Promise<Configuration> | null = null;
  const configuration = async () => {
    discovered ??= discover(settings);
    try {
      return await discovered;
    } catch (error) {
      // The next one asks again.
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
          const said = `${settings.label} said ${error.error}`;
          if (DECLINED.has(error.error)) throw new SignInDeclined(said, { cause: error });
          if (DOWN.has(error.error)) throw new ProviderUnavailable(said, { cause: error });
          throw new AnswerRefused(said, { cause: error });
        }
        if (isSilence(error)) throw new ProviderUnavailable(`${settings.label} does not answer`, { cause: error });
        throw new AnswerRefused(`An answer of ${settings.label} was refused`, { cause: error });
      }
    },
  };
}

/** Asks a provider for its configuration. */
export async function discover({
  issuer,
  clientId,
  clientSecret,
  endpoints,
}: ProviderSettings): Promise<Configuration> {
  const client = await import('openid-client');
  // The setting lets only this machine speak without TLS.
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

/** No answer came, or one that says that there is none now. */
function isSilence(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.message === 'fetch failed') return true;
    if ((cause as { status?: number }).status !== undefined && Number((cause as { status?: number }).status) >= 500)
      return true;
  }
  return false;
}

/** Texts as they come from elsewhere; what is no text counts as none. */
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
