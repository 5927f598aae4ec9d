import type { SourceOwner } from '../processing/source-owner.ts';

/** What an ad makes of the life of its source: it can be shown when everything is made, and no sooner. */
export const adSources: SourceOwner = {
  kind: 'ad',
  // A title was given.
  tagged: async () => {},
  async lock(tx, ownerId) {
    return (await tx`select 1 from ads where id = ${ownerId} for no key update`).length > 0;
  },
  playable: async () => {},
  complete:
    async (_app, { sourceId, ownerId }) =>
    async (tx) => {
      await tx`
      update ads set source_id = ${sourceId}, next_source_id = null
      where id = ${ownerId} and next_source_id = ${sourceId}`;
      return null;
    },
};
