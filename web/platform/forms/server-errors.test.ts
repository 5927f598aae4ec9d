import { expect, it, vi } from 'vitest';
import { ApiError } from '../lib/call.ts';
import { showServerErrors } from './server-errors.ts';

const TITLE = { field: 'title', code: 'required', message: 'Give it a title.' };
const OWNER = { field: 'owner', code: 'suspended', message: 'The owner is suspended.' };

/** Shows the errors of a call that was refused in a form with one field, the title. */
function show(...errors: { field: string; code: string; message: string }[]) {
  const setError = vi.fn();
  const form = { getValues: () => ({ title: '' }), setError } as unknown as Parameters<typeof showServerErrors>[0];
  const body = { message: errors[0]?.message ?? 'This is not possible.', errors };
  return { text: showServerErrors(form, new ApiError(400, body, body.message), 'Scoville'), setError };
}

it('shows an error at its field alone', () => {
  const { text, setError } = show(TITLE);
  expect(text).toBeNull();
  expect(setError.mock.calls).toEqual([['title', { type: 'server', message: TITLE.message }]]);
});

it('returns the errors of fields that the form lacks, even if other errors belong to its fields', () => {
  expect(show(OWNER).text).toBe(OWNER.message);
  expect(show().text).toBe('This is not possible.');
  const { text, setError } = show(TITLE, OWNER);
  expect(text).toBe(OWNER.message);
  expect(setError).toHaveBeenCalledOnce();
});
