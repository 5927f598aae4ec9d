import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ErrorBody, errorText, fieldErrors, takenMessage } from './errors.ts';

describe('the text of an error toast', () => {
  const text = (failure: Parameters<typeof errorText>[0]) => errorText(failure, 'Scoville');

  it('ER-04 joins the message of the server with its list of errors', () => {
    const body = {
      message: 'Two fields are wrong.',
      errors: [{ field: 'a', code: 'x', message: 'A is.' }, { message: 'B is.' }],
    };
    expect(text({ body, message: 'client', status: 400 })).toBe('Two fields are wrong. A is. B is.');
  });
  it('doesn’t repeat an error that equals the message', () => {
    expect(text({ body: { message: 'A is.', errors: [{ message: 'A is.' }] } })).toBe('A is.');
  });
  it('ER-04 reads a list of texts, with or without a message, and skips empty entries', () => {
    expect(text({ body: { errors: ['One.', '', 7, null, { message: 7 }, {}, { message: 'Two.' }] } })).toBe(
      'One. Two.',
    );
    expect(text({ body: { message: 'Both.', errors: ['One.'] } })).toBe('Both. One.');
    expect(text({ body: { message: 'Both.', errors: 'One.' } })).toBe('Both.');
    expect(text({ body: { message: 'Both.', errors: [] } })).toBe('Both.');
    expect(text({ body: { errors: ['', {}] }, message: 'client' })).toBe('client');
  });
  it('ER-05 uses the message or the error of the server', () => {
    expect(text({ body: { error: 'x' }, message: 'client', status: 500 })).toBe('x');
    expect(text({ body: { message: 'm', error: 'x' }, status: 500 })).toBe('m');
    for (const message of ['', 7, null]) expect(text({ body: { message, error: 'x' } })).toBe('x');
  });
  it('ER-06 uses the message of the client if the server sent none', () => {
    expect(text({ message: 'Failed to fetch', status: 502 })).toBe('Failed to fetch');
  });
  it('ER-07 names the status if there is no message', () => {
    expect(text({ body: '', status: 502 })).toBe('Error status of 502 returned from Scoville.');
  });
  it('ER-08 falls back to a general text if there is neither a message nor a status', () => {
    for (const body of [undefined, null, 7, 'null', '7', '"text"', [], {}])
      expect(text({ body })).toBe('Unknown error occurred.');
  });
  it('ER-10 reads a body that is JSON text', () => {
    expect(text({ body: '{"message":"from text"}' })).toBe('from text');
    expect(text({ body: '<html>', status: 500 })).toBe('Error status of 500 returned from Scoville.');
  });
  it('VA-54 has a sentence for a value that is taken', () => {
    expect(takenMessage('user', 'email')).toBe('An existing user already has that email');
  });
});

it('ErrorBody requires a message and the errors of single fields, and allows an id', () => {
  const body = { message: 'No.', errors: [{ field: 'a', code: 'x', message: 'A is.' }] };
  expect(z.parse(ErrorBody, { ...body, more: 1 })).toEqual(body);
  expect(z.parse(ErrorBody, { ...body, id: 'one' })).toEqual({ ...body, id: 'one' });
  const missing = z.safeParse(ErrorBody, { errors: [{}] }).error?.issues.map(({ path }) => path.join('.'));
  expect(missing).toEqual(['message', 'errors.0.field', 'errors.0.code', 'errors.0.message']);
});

it('fieldErrors finds the errors of single fields in any response body', () => {
  const error = { field: 'a', code: 'x', message: 'A is.' };
  expect(fieldErrors({ message: 'No.', errors: [error] })).toEqual([error]);
  expect(
    fieldErrors({ errors: ['A is.', null, { field: 'a', message: 'A is.' }, { ...error, code: 7 }, error] }),
  ).toEqual([error]);
  for (const body of [null, undefined, '<html>', 7, {}, { errors: 'x' }, { errors: { 0: error } }])
    expect(fieldErrors(body)).toEqual([]);
});
