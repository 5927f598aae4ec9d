/** Whom the providers of tests know as the product. */
export const CLIENT = { clientId: 'scoville', clientSecret: 'a secret of this test alone, long enough' };

/** The setting OPENID_PROVIDERS for some of them, by their names. */
export const providersSetting = (providers: Record<string, { issuer: string }>): string =>
  JSON.stringify(
    Object.entries(providers).map(([name, { issuer }]) => ({ name, label: labelOf(name), issuer, ...CLIENT })),
  );

const labelOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
