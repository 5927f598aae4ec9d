import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { settings } from '@scoville/contract/accounts/settings.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { type Part, made } from '../part.ts';

/**
 * Signs up the musicians, reviewers and listeners. The administrator certifies the reviewers and gives musicians the
 * largest plan, because their uploads would exceed the limits of the free plan.
 */
export const accounts: Part = {
  name: 'Accounts',
  async fill({ people, admin, account }) {
    const { subscriptions } = await admin.call(settings);
    const largest = subscriptions.plans.find(({ limits }) => limits.total === null) ?? subscriptions.plans.at(-1)!;
    let count = 0;
    for (const person of people) {
      const { caller, id, isNew } = await account(person);
      const { plan, isCurator } = await caller.call(me);
      const rights = {
        ...(person.kind === 'musician' && plan !== largest.type && { plan: largest.type }),
        ...(person.kind === 'reviewer' && !isCurator && { isCurator: true }),
      };
      if (Object.keys(rights).length > 0) await admin.call(updateUser, { params: { id }, body: rights });
      if (isNew) count += 1;
    }
    return made(count, 'account');
  },
};
