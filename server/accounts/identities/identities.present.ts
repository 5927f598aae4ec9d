import type { Identities } from '@scoville/contract/accounts/identities/identities.ts';
import type { Env } from '../../platform/env.ts';
import type { IdentityRow } from './identities.queries.ts';

/**
 * An account's identities, and the providers that it could link. Identities of a provider that is no longer configured
 * can't be used to sign in, and are not shown.
 */
export function presentIdentities({ SIGN_IN_PROVIDERS: providers }: Env, rows: readonly IdentityRow[]): Identities {
  return {
    identities: rows.flatMap((row) => {
      const provider = providers.find(({ issuer }) => issuer === row.issuer);
      if (provider === undefined) return [];
      return [
        {
          provider: provider.name,
          label: provider.label,
          email: row.email,
          linkedOn: row.linked_at.toISOString(),
          lastUsedOn: row.last_used_at?.toISOString() ?? null,
        },
      ];
    }),
    available: providers
      .filter(({ issuer }) => !rows.some((row) => row.issuer === issuer))
      .map(({ name, label }) => ({ name, label })),
  };
}
