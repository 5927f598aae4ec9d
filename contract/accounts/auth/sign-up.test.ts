import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SignUp, signUp } from './sign-up.ts';

const GOOD = {
  firstName: 'Juno',
  lastName: 'Reyes',
  email: 'juno@example.org',
  emailConfirmation: 'juno@example.org',
  password: 'a long password',
  passwordConfirmation: 'a long password',
};
const said = (change: object) =>
  (z.safeParse(SignUp, { ...GOOD, ...change }).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

describe('the sign-up form', () => {
  it('is accepted if every field is valid, with names and email trimmed', () => {
    expect(z.parse(SignUp, { ...GOOD, firstName: ' Juno ', email: ' juno@example.org ' })).toEqual(GOOD);
    expect(said({ _type: 'Musician' })).toEqual([]);
  });

  it.each([
    [{ firstName: ' ' }, 'firstName', 'Please enter your first name.'],
    [{ firstName: undefined }, 'firstName', 'Please enter your first name.'],
    [{ firstName: 'x'.repeat(81) }, 'firstName', 'Use at most 80 characters.'],
    [{ lastName: '' }, 'lastName', 'Please enter your last name.'],
    [{ lastName: 'x'.repeat(81) }, 'lastName', 'Use at most 80 characters.'],
    [{ emailConfirmation: '' }, 'emailConfirmation', 'Please confirm your email.'],
    [{ emailConfirmation: undefined }, 'emailConfirmation', 'Please confirm your email.'],
    [{ emailConfirmation: 'june@example.org' }, 'emailConfirmation', 'Emails entered do not match.'],
    [{ passwordConfirmation: '' }, 'passwordConfirmation', 'Please confirm password.'],
    [{ passwordConfirmation: undefined }, 'passwordConfirmation', 'Please confirm password.'],
    [{ passwordConfirmation: 'a short password' }, 'passwordConfirmation', 'Passwords entered do not match.'],
    [{ passwordConfirmation: 'A long password' }, 'passwordConfirmation', 'Passwords entered do not match.'],
  ])('refuses %o with one message at its field', (change, field, sentence) => {
    expect(said(change)).toEqual([[field, sentence]]);
  });

  it.each([
    [undefined, 'Please enter a valid password.'],
    ['', 'Please enter a valid password.'],
    ['seven c', 'Please enter a valid password. It needs at least 8 characters.'],
    ['x'.repeat(129), 'Please enter a valid password. It may have at most 128 characters.'],
  ])('refuses the password %o with a single message', (password, sentence) => {
    expect(said({ password, passwordConfirmation: password ?? 'a long password' })[0]).toEqual(['password', sentence]);
  });

  it('accepts passwords of 8 and of 128 characters', () => {
    for (const password of ['x'.repeat(8), 'x'.repeat(128)])
      expect(said({ password, passwordConfirmation: password })).toEqual([]);
  });

  it('ignores case and surrounding blanks when comparing the emails', () => {
    expect(said({ email: 'Juno@Example.org', emailConfirmation: ' jUNO@example.ORG ' })).toEqual([]);
  });

  it('reports a mismatch once both fields are filled, even if other fields are invalid', () => {
    expect(said({ firstName: '', emailConfirmation: 'june@example.org', passwordConfirmation: 'other' })).toEqual([
      ['firstName', 'Please enter your first name.'],
      ['emailConfirmation', 'Emails entered do not match.'],
      ['passwordConfirmation', 'Passwords entered do not match.'],
    ]);
    expect(said({ email: '' })).toEqual([['email', 'Please enter a valid email.']]);
  });

  it('is refused if it is not an object', () => {
    for (const nothing of [null, 'x', 7, undefined]) expect(z.safeParse(SignUp, nothing).success).toBe(false);
  });

  it('is sent to /api/users/ without an account', () => {
    expect(signUp).toMatchObject({ method: 'POST', path: '/api/users/', access: 'anyone', body: SignUp, status: 200 });
    expect(signUp.summary).toBe('Create an account and sign in');
  });
});
