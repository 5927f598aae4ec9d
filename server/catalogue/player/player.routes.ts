import {
  clearPlayer,
  savePlaces,
  savePlayer,
  keptPlace,
  keptPlayer,
  placeWithin,
} from '@scoville/contract/catalogue/player/player.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { presentList } from '../media/media.read.ts';
import { findPlace, putPlaces } from './player-places.queries.ts';
import { deletePlayer, findPlayer, putPlayer } from './player.queries.ts';

export const playerRoutes = (app: App) => [
  route(keptPlayer, async (call) => {
    const actor = signedIn(call);
    const row = await findPlayer(app.db, actor.userId);
    if (row === null) return { player: null };
    const shown = new Map((await presentList(app, actor, row.media_ids)).map((media) => [media.id, media]));
    const playable = (id: string) => (shown.get(id)?.sources.length ?? 0) > 0;
    const queue = row.media_ids.filter(playable).map((id) => shown.get(id)!);
    if (queue.length === 0) return { player: null };
    // If the current track is gone, the next one takes its place, from its beginning.
    const current = row.media_ids[row.place]!;
    const isHere = playable(current);
    const before = row.media_ids.slice(0, row.place).filter(playable).length;
    return {
      player: {
        device: row.device,
        queue,
        index: Math.min(before, queue.length - 1),
        at: isHere ? placeWithin(row.seconds, shown.get(current)!.length) : 0,
        repeat: row.repeat,
        shuffle: row.unshuffled === null ? null : { ids: row.unshuffled, seed: row.seed ?? 0 },
        savedOn: row.saved_at.toISOString(),
      },
    };
  }),

  route(savePlayer, async (call) => {
    const { userId } = signedIn(call);
    const { device, ids, index, at, repeat, shuffle } = call.body;
    const player = {
      device,
      media_ids: ids,
      place: index,
      seconds: at,
      repeat,
      unshuffled: shuffle?.ids ?? null,
      seed: shuffle?.seed ?? null,
    };
    const savedAt = await transaction(app.db, (tx) => putPlayer(tx, userId, player));
    return { savedOn: savedAt.toISOString() };
  }),

  route(clearPlayer, async (call) => {
    const { userId } = signedIn(call);
    return { forgotten: await transaction(app.db, (tx) => deletePlayer(tx, userId)) };
  }),

  route(savePlaces, async (call) => {
    const { userId } = signedIn(call);
    await transaction(app.db, (tx) => putPlaces(tx, userId, call.body.places));
    return { kept: true as const };
  }),

  route(keptPlace, async (call) => ({ place: await findPlace(app.db, signedIn(call).userId, call.params.id) })),
];
