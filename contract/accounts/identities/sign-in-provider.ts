import * as z from 'zod/mini';

/** An external identity provider: Google, Facebook, or any OpenID provider that the operator configured. */
export const SignInProvider = z.object({
  /** Its name in addresses, as in `/auth/google`. */
  name: z.string(),
  /** Its name on the screens. */
  label: z.string(),
});
export type SignInProvider = z.infer<typeof SignInProvider>;
