import * as z from 'zod/mini';

const FieldError = z.object({ field: z.string(), code: z.string(), message: z.string() });
type FieldError = z.infer<typeof FieldError>;

/** Every refusal of the server, whatever its status. */
export const ErrorBody = z.object({
  /** One sentence: what is wrong and what to do. */
  message: z.string(),
  /** What belongs to one field of the form. */
  errors: z.array(FieldError),
  /** Quoted to us when something of ours failed; it is in the log. */
  id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The sentence (VA-54) for a value that is taken. */
export const takenBy = (resource: string, field: string): string => `An existing ${resource} already has that ${field}`;

/**
 * The text of an error toast, from whatever a failed call left (ER-04 to ER-10): the server's list with its
 * message; else its message or error; else the client's message; else the status; else a last resort.
 */
export function errorText(failure: { body?: unknown; message?: string; status?: number }, product: string): string {
  const body = parsed(failure.body);
  const message = firstText(body?.['message'], body?.['error']);
  const list = Array.isArray(body?.['errors'])
    ? body['errors']
        .map((entry: unknown) => (typeof entry === 'string' ? entry : firstText(record(entry)?.['message'])))
        .filter(Boolean)
    : [];
  const additions = list.filter((entry) => entry !== message);
  if (additions.length > 0) return [message, ...additions].filter(Boolean).join(' ');
  if (message) return message;
  if (failure.message) return failure.message;
  if (failure.status) return `Error status of ${failure.status} returned from ${product}.`;
  return 'Unknown error occurred.';
}

/** The errors of single form fields in any response body; none if it has another shape. */
export function fieldErrors(body: unknown): FieldError[] {
  const errors = record(body)?.['errors'];
  return Array.isArray(errors)
    ? errors.filter((error) => [error?.field, error?.code, error?.message].every((part) => typeof part === 'string'))
    : [];
}

/** What is no object has no field of ours either. */
const record = (value: unknown): Record<string, unknown> | undefined =>
  (value ?? undefined) as Record<string, unknown> | undefined;

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.length > 0);

function parsed(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'string') return record(body);
  try {
    return record(JSON.parse(body));
  } catch {
    return undefined;
  }
}
