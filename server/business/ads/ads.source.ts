import type { SourceOwner } from '../../pipeline/processing/source-owner.ts';

/** Updates an ad while its source is processed: it can be shown only when everything is complete. */
export const adSources: SourceOwner = {
  kind: 'ad',
  // An ad already has a title, so the tags are ignored.
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
