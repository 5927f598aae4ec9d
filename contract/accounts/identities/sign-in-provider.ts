import * as z from 'zod/mini';

/** An external identity provider: Google, Facebook, or any OpenID provider that the operator configured. */
export const SignInProvider = z.object({
  /** The name of the provider in addresses, as in `/auth/google`. */
  name: z.string(),
  /** The name of the provider that users see. */
  label: z.string(),
});
export type SignInProvider = z.infer<typeof SignInProvider>;
