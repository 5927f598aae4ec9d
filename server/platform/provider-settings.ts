import * as z from 'zod';

/** A sign-in provider as the operator configured it. */
export interface ProviderSettings {
  /** Its name in paths, as in `/auth/google`. */
  name: string;
  label: string;
  /**
   * The issuer identifier, where the configuration is discovered. Together with the subject, it identifies an account.
   */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The endpoints of a provider whose discovery document is incomplete. */
  endpoints?: { authorization: string; token: string; keys: string };
}

/** Words after /auth/ in our own paths. */
const OWN_WORDS = ['logout', 'forgot', 'reset', 'delete', 'verify', 'second-factor', 'passkey'];

const isLocal = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

const Provider = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,29}$/, 'a name is a word of lower-case letters, digits and dashes')
    .refine((name) => !OWN_WORDS.includes(name), 'that name is an address of our own'),
  label: z.string().min(1).max(40),
  issuer: z
    .url({ protocol: /^https?$/ })
    .refine(
      (issuer) => new URL(issuer).protocol === 'https:' || isLocal(new URL(issuer)),
      'an issuer is https, unless it is on this machine',
    ),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
});

/** Reads the setting OPENID_PROVIDERS. Throws the reason in a form that completes the message of a SettingError. */
export function parseProviders(text: string): ProviderSettings[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Error('is not a JSON list of { name, label, issuer, clientId, clientSecret }');
  }
  const { data, error } = z.array(Provider).safeParse(given);
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new Error(`has ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return data;
}

/**
 * Facebook's document has no token endpoint. Its flow with a code, PKCE and an ID token is described at
 * developers.facebook.com/docs/facebook-login/guides/advanced/oidc-token.
 */
const FACEBOOK_ENDPOINTS = {
  authorization: 'https://www.facebook.com/v24.0/dialog/oauth',
  token: 'https://graph.facebook.com/v24.0/oauth/access_token',
  keys: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
};

interface Given {
  GOOGLE_CLIENT_ID: string | null;
  GOOGLE_CLIENT_SECRET: string | null;
  FACEBOOK_CLIENT_ID: string | null;
  FACEBOOK_CLIENT_SECRET: string | null;
  OPENID_PROVIDERS: ProviderSettings[];
}

/**
 * All configured providers, in the order of their buttons. Throws with a sentence if a provider's settings are
 * incomplete.
 */
export function readProviders(given: Given): ProviderSettings[] {
  const google = pairOf(given, 'GOOGLE');
  const facebook = pairOf(given, 'FACEBOOK');
  const providers = [
    ...(google ? [{ name: 'google', label: 'Google', issuer: 'https://accounts.google.com', ...google }] : []),
    ...(facebook
      ? [
          {
            name: 'facebook',
            label: 'Facebook',
            issuer: 'https://www.facebook.com',
            endpoints: FACEBOOK_ENDPOINTS,
            ...facebook,
          },
        ]
      : []),
    ...given.OPENID_PROVIDERS,
  ];
  for (const field of ['name', 'issuer'] as const) {
    const twice = providers.find((one, at) => providers.findIndex((other) => other[field] === one[field]) !== at);
    if (twice !== undefined)
      throw new Error(`The settings of sign-in providers name the ${field} ${twice[field]} twice.`);
  }
  return providers;
}

function pairOf(given: Given, name: 'GOOGLE' | 'FACEBOOK'): Pick<ProviderSettings, 'clientId' | 'clientSecret'> | null {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const;
  const [clientId, clientSecret] = [given[id], given[secret]];
  if (clientId === null && clientSecret === null) return null;
  if (clientId === null) throw new Error(`The setting ${id} is missing: ${secret} needs it.`);
  if (clientSecret === null) throw new Error(`The setting ${secret} is missing: ${id} needs it.`);
  return { clientId, clientSecret };
}
