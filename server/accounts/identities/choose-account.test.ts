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
  isKept: fc.boolean(),
  actorHasOther: fc.boolean(),
});

it('signs nobody into an account that neither the link nor an address proven on both sides says is theirs', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const choice = chooseAccount(situation);
      const { linkTo, owner, account, emailVerified } = situation;
      if (choice.do === 'sign in') expect([linkTo, choice.userId]).toEqual([null, owner]);
      if (choice.do === 'link and sign in') {
        expect([linkTo, owner, emailVerified, account?.isVouched]).toEqual([null, null, true, true]);
        expect(choice.userId).toBe(account?.id);
      }
      if (choice.do === 'create') expect([linkTo, owner, account, situation.isKept]).toEqual([null, null, null, false]);
    }),
  );
});

it('links to nobody but who began it, is still signed in, and has none of that provider', () => {
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

it('lets in whoever linked it, whatever happened to the addresses since', () => {
  fc.assert(
    fc.property(situations, who, (situation, owner) => {
      expect(chooseAccount({ ...situation, linkTo: null, owner })).toEqual({ do: 'sign in', userId: owner });
    }),
  );
});

it('tells whoever does not read mail at an address the same where it is kept for an undo as where somebody has it', () => {
  fc.assert(
    fc.property(situations, who, (situation, id) => {
      const unread = { ...situation, linkTo: null, emailVerified: false };
      const kept = chooseAccount({ ...unread, account: null, isKept: true });
      expect(kept).toEqual(chooseAccount({ ...unread, account: { id, isVouched: true, hasOther: false } }));
    }),
  );
});

it('tells who reads mail at an address that it is kept for an undo', () => {
  const situation = { linkTo: null, actor: null, owner: null, email: 'juno@example.org', actorHasOther: false };
  const choice = chooseAccount({ ...situation, emailVerified: true, account: null, isKept: true });
  expect(choice).toEqual({ do: 'refuse', why: 'kept' });
});
