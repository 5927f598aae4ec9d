import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * The contract's schema of an entry as the resolver of its drawer. What goes in are the form's own values; their type is
 * that of what comes out, but that a field may be missing.
 */
export const resolverOf = <F extends FieldValues>(schema: z.ZodMiniType<unknown>): Resolver<F> =>
  zodResolver(schema as z.ZodMiniType<F, F>) as Resolver<F>;
