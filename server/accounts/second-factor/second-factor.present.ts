import type { SecondFactor } from '@scoville/contract/accounts/second-factor.ts';
import type { Env } from '../../platform/env.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Factors } from './second-factor.queries.ts';

export function presentSecondFactor(
  { ADMIN_SECOND_FACTOR: required }: Env,
  actor: Actor,
  { totp, passkeys, codesLeft }: Factors,
): SecondFactor {
  return {
    totp,
    passkeys: passkeys.map((key) => ({
      id: key.id,
      name: key.name,
      createdOn: key.created_at.toISOString(),
      lastUsedOn: key.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: codesLeft,
    required: required && (actor.role === 'admin' || actor.lacksSecondFactor),
  };
}
