import { expect, it } from 'vitest';
import type { Access } from '@scoville/contract/platform/http/endpoint.ts';
import { type Actor, checkAccess, checkVerified, checkVouched } from './actor.ts';

const account: Actor = {
  userId: 'one',
  role: 'user',
  isCurator: false,
  hasAuth: false,
  lacksSecondFactor: false,
  isVerified: true,
  isVouched: true,
};
const member: Actor = { ...account, hasAuth: true };
const people = {
  visitor: null,
  account,
  member,
  curator: { ...member, isCurator: true },
  admin: { ...member, role: 'admin' as const },
};

/** The status of the refusal, or 200 if access is granted. */
function status(access: Access, actor: Actor | null): number {
  try {
    checkAccess(access, actor);
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

it.each([
  ['anyone', [200, 200, 200, 200, 200]],
  ['account', [401, 200, 200, 200, 200]],
  ['member', [401, 403, 200, 200, 200]],
  ['curator', [401, 403, 403, 200, 200]],
  ['admin', [401, 403, 403, 403, 200]],
] as const)('an endpoint for %s admits only callers with that access', (access, expected) => {
  expect(Object.values(people).map((actor) => status(access, actor))).toEqual(expected);
});

it('refuses reviewers and administrators without a password', () => {
  expect(status('curator', { ...account, isCurator: true })).toBe(403);
  expect(status('admin', { ...account, role: 'admin' })).toBe(403);
});

it('gives the reason in each refusal, and reports a missing password at its field', () => {
  const message = 'Create a password first.';
  expect(() => checkAccess('member', account)).toThrow(
    expect.objectContaining({ message, errors: [{ field: 'hasAuth', code: 'no_password', message }] }),
  );
  expect(() => checkAccess('curator', member)).toThrow(/^Only reviewers may do this\.$/);
  expect(() => checkAccess('admin', member)).toThrow(/^Only administrators may do this\.$/);
});

it('refuses an account with an unconfirmed address and asks it to confirm', () => {
  expect(() => checkVerified(member)).not.toThrow();
  const message = 'Confirm your email first: open the link that we sent you, or ask for another one in your account.';
  expect(() => checkVerified({ ...member, isVerified: false })).toThrow(
    expect.objectContaining({ status: 403, message, errors: [{ field: 'isVerified', code: 'not_verified', message }] }),
  );
});

it('refuses an administrator who lacks a required second factor, but only at endpoints for administrators', () => {
  const lacking = { ...people.admin, lacksSecondFactor: true };
  const message = 'Administrators need a second factor here. Set one up on your account page.';
  expect(() => checkAccess('admin', lacking)).toThrow(
    expect.objectContaining({
      status: 403,
      message,
      errors: [{ field: 'secondFactor', code: 'no_second_factor', message }],
    }),
  );
  for (const access of ['anyone', 'account', 'member', 'curator'] as const) expect(status(access, lacking)).toBe(200);
});

it('refuses an account until its holder has confirmed the address from this browser', () => {
  expect(() => checkVouched(member)).not.toThrow();
  const message =
    'Confirm your email address from this browser first: open the link that we mail you here, where you are signed in.';
  expect(() => checkVouched({ ...member, isVouched: false })).toThrow(
    expect.objectContaining({ status: 403, message, errors: [{ field: 'isVouched', code: 'not_vouched', message }] }),
  );
});
