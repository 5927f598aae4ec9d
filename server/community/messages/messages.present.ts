import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Convo, Member, Message, SharedZone } from '@scoville/contract/community/messages/messages.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { findBlocked } from './blocks.queries.ts';
import {
  type ConvoRow,
  type MemberRow,
  type MessageRow,
  findMessages,
  findZones,
  listMembers,
} from './messages.queries.ts';
import { findZoneDetails } from './zones.queries.ts';

export const presentMember = (row: MemberRow, blocked: boolean): Member => ({
  ...presentMusician(row),
  deleted: row.deleted,
  blocked,
});

/** Messages as this viewer may see them. Shared items are loaded for all messages at once. */
export async function presentMessages(app: App, viewer: Actor, rows: readonly MessageRow[]): Promise<Message[]> {
  const mediaIds = rows.flatMap(({ media_id }) => media_id ?? []);
  const zoneIds = rows.flatMap(({ zone_id }) => zone_id ?? []);
  const media = new Map<string, MediaSummary>(
    mediaIds.length === 0 ? [] : (await presentList(app, viewer, mediaIds)).map((one) => [one.id, one]),
  );
  const zones = zoneIds.length === 0 ? new Map<string, SharedZone>() : await readZones(app, zoneIds);
  return rows.map((row) => ({
    id: row.id,
    from: row.from_id,
    text: row.body,
    sharesMedia: row.shares_media,
    media: (row.media_id === null ? undefined : media.get(row.media_id)) ?? null,
    zone: (row.zone_id === null ? undefined : zones.get(row.zone_id)) ?? null,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Those of these shared profiles that still exist. */
async function readZones({ db }: App, ids: readonly string[]): Promise<Map<string, SharedZone>> {
  const [zones, details] = await Promise.all([findZones(db, ids), findZoneDetails(db, ids)]);
  const detailsOf = new Map(details.map((one) => [one.id, one]));
  return new Map(
    zones.map((row) => {
      const { city = '', state = '', has_media: hasMedia = false } = detailsOf.get(row.id) ?? {};
      return [row.id, { ...presentMusician(row), address: { city, state }, hasMedia }];
    }),
  );
}

/** Conversations as one of their members sees them. */
export async function presentConvos(app: App, viewer: Actor, rows: readonly ConvoRow[]): Promise<Convo[]> {
  if (rows.length === 0) return [];
  const members = await listMembers(
    app.db,
    rows.map(({ id }) => id),
  );
  const blocked = await findBlocked(
    app.db,
    viewer.userId,
    [...members.values()].flatMap((all) => all.map(({ id }) => id)),
  );
  const latest = await findMessages(
    app.db,
    rows.flatMap(({ latest_id }) => latest_id ?? []),
  );
  const messages = new Map((await presentMessages(app, viewer, latest)).map((one) => [one.id, one]));
  return rows.map((row) => ({
    id: row.id,
    users: (members.get(row.id) ?? []).map((one) => presentMember(one, blocked.has(one.id))),
    hasRead: row.has_read,
    archivedUsers: row.archived ? [viewer.userId] : [],
    isRequest: row.is_request,
    latest: (row.latest_id === null ? undefined : messages.get(row.latest_id)) ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: (row.latest_at ?? row.created_at).toISOString(),
  }));
}
