import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * Turns the contract's schema of an entry into the resolver of its drawer. The schema's input is the form's values,
 * whose type is that of the output, except that a field may be missing.
 */
export const entryResolver = <F extends FieldValues>(schema: z.ZodMiniType<unknown>): Resolver<F> =>
  zodResolver(schema as z.ZodMiniType<F, F>) as Resolver<F>;
