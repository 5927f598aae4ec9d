import { useQuery } from '@tanstack/react-query';
import { secondFactorQuery } from './second-factor.calls.ts';

/**
 * Whether the user is an administrator without the second factor that the operator requires. False until the state is
 * loaded.
 */
export function useLacksSecondFactor(): boolean {
  const { data } = useQuery(secondFactorQuery());
  return data !== undefined && data.required && !data.totp && data.passkeys.length === 0;
}
