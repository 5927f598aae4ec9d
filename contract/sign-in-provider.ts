import * as z from 'zod/mini';

/** Somebody else who says who a person is: Google, Facebook, or any OpenID provider that the operator configured. */
export const SignInProvider = z.object({
  /** Its word in addresses: `/auth/google`. */
  name: z.string(),
  /** Its name for people. */
  label: z.string(),
});
export type SignInProvider = z.infer<typeof SignInProvider>;
