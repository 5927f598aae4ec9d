/** The product's credentials at the providers of tests. */
export const CLIENT = { clientId: 'scoville', clientSecret: 'a secret of this test alone, long enough' };

/** The value of OPENID_PROVIDERS for these providers, by their names. */
export const providersSetting = (providers: Record<string, { issuer: string }>): string =>
  JSON.stringify(
    Object.entries(providers).map(([name, { issuer }]) => ({ name, label: labelOf(name), issuer, ...CLIENT })),
  );

const labelOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
