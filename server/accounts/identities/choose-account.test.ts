import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SignInContext, chooseAccount } from './choose-account.ts';

const who = fc.constantFrom('one', 'two', 'three');
const situations: fc.Arbitrary<SignInContext> = fc.record({
  linkTo: fc.option(who),
  actor: fc.option(who),
  owner: fc.option(who),
  email: fc.option(fc.constant('juno@example.org')),
  emailVerified: fc.boolean(),
  account: fc.option(fc.record({ id: who, isVouched: fc.boolean(), hasOther: fc.boolean() })),
  isReserved: fc.boolean(),
  actorHasOther: fc.boolean(),
});

it('signs in only to an account that is linked, or whose address is proven on both sides', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const choice = chooseAccount(situation);
      const { linkTo, owner, account, emailVerified } = situation;
      if (choice.do === 'sign in') expect([linkTo, choice.userId]).toEqual([null, owner]);
      if (choice.do === 'link and sign in') {
        expect([linkTo, owner, emailVerified, account?.isVouched]).toEqual([null, null, true, true]);
        expect(choice.userId).toBe(account?.id);
      }
      if (choice.do === 'create')
        expect([linkTo, owner, account, situation.isReserved]).toEqual([null, null, null, false]);
    }),
  );
});

it('links only to the account that started the flow, is still signed in, and has no other link to that provider', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const choice = chooseAccount(situation);
      if (choice.do !== 'link') return;
      expect(choice.userId).toBe(situation.linkTo);
      expect([situation.actor, situation.owner]).toEqual([situation.linkTo, null]);
      expect(situation.actorHasOther).toBe(false);
    }),
  );
});

it('signs in the linked account, regardless of later changes of addresses', () => {
  fc.assert(
    fc.property(situations, who, (situation, owner) => {
      expect(chooseAccount({ ...situation, linkTo: null, owner })).toEqual({ do: 'sign in', userId: owner });
    }),
  );
});

it('refuses callers who don’t read mail at an address in the same way, whether it is kept for an undo or taken', () => {
  fc.assert(
    fc.property(situations, who, (situation, id) => {
      const unread = { ...situation, linkTo: null, emailVerified: false };
      const kept = chooseAccount({ ...unread, account: null, isReserved: true });
      expect(kept).toEqual(chooseAccount({ ...unread, account: { id, isVouched: true, hasOther: false } }));
    }),
  );
});

it('reveals to the reader of an address that it is kept for an undo', () => {
  const situation = { linkTo: null, actor: null, owner: null, email: 'juno@example.org', actorHasOther: false };
  const choice = chooseAccount({ ...situation, emailVerified: true, account: null, isReserved: true });
  expect(choice).toEqual({ do: 'refuse', why: 'kept' });
});
