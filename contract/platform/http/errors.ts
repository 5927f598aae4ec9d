import * as z from 'zod/mini';

const FieldError = z.object({ field: z.string(), code: z.string(), message: z.string() });
type FieldError = z.infer<typeof FieldError>;

/** The body of every error response, with any status. */
export const ErrorBody = z.object({
  /** One sentence: the problem and what to do about it. */
  message: z.string(),
  /** The errors that belong to single fields of the form. */
  errors: z.array(FieldError),
  /** Identifies a failure of the server in its log, so that users can quote it in a report. */
  id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The sentence (VA-54) for a value that is taken. */
export const takenMessage = (resource: string, field: string): string =>
  `An existing ${resource} already has that ${field}`;

/**
 * The text of an error toast for a failed call (ER-04 to ER-10), by the first of these that exists: the server's list
 * with its message; its message or error; the client's message; the status; a general text.
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

/** Treats any value as a record: reading a field of a number or text just returns undefined. */
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
