import { useQuery } from '@tanstack/react-query';
import { secondFactorQuery } from './second-factor.calls.ts';

/** Is this an administrator without the second factor that the operator wants? False until the answer is there. */
export function useLacksSecondFactor(): boolean {
  const { data } = useQuery(secondFactorQuery());
  return data !== undefined && data.required && !data.totp && data.passkeys.length === 0;
}
