import type { CurationFields } from '@scoville/contract/catalogue/media/curation-fields.ts';
import type { Body } from '@scoville/contract/platform/http/endpoint.ts';
import type { MediaFields, updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import type { ActingRole, Placement } from '@scoville/contract/catalogue/media/publication.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, invalid } from '../../platform/http/errors.ts';
import { roleOn, isReviewer } from '../../catalogue/media/media.policy.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { findCategoryId } from './curation.queries.ts';

/**
 * The fields of a call to `PUT /api/media/:id`, grouped by the role that may change them; null for a group without any.
 */
export interface RequestedChanges {
  /** Fields for the owner. */
  edit: MediaFields | null;
  /** Fields for reviewers. */
  curation: CurationFields | null;
  /** The field for administrators. */
  pinned: boolean | null;
}

export function requestedChanges({ pinnedFavorite, ...body }: Body<typeof updateMedia>): RequestedChanges {
  const { curationStats, curatedGenre, curatedMood, curationMessage, allowPerfectlySeasoned, ...edit } = body;
  const curation = { curationStats, curatedGenre, curatedMood, curationMessage, allowPerfectlySeasoned };
  return { edit: orNull(edit), curation: orNull(curation), pinned: pinnedFavorite ?? null };
}

const orNull = <T extends object>(fields: T): T | null =>
  Object.values(fields).some((value) => value !== undefined) ? fields : null;

/** The role in which the actor may make all these changes; throws 403 when one of them is not allowed. */
export function roleFor(actor: Actor, row: MediaRow, { edit, curation, pinned }: RequestedChanges): ActingRole {
  const role = roleOn(actor, row);
  if (role === null || (edit !== null && role === 'curator')) throw forbidden('Only its owner may change this media.');
  if (curation !== null && !isReviewer(actor, row))
    throw forbidden('Only certified reviewers may score or place this media.');
  if (pinned !== null && role !== 'admin') throw forbidden('Only administrators may pin media.');
  return role;
}

/**
 * A reviewer's placement of a song or video, with the ids of the chosen genre and mood. Throws 400 when one of them
 * doesn't exist.
 */
export async function findPlacement(db: Db, fields: CurationFields): Promise<Placement> {
  return {
    genre: await findChosen(db, 'genre', fields.curatedGenre),
    mood: await findChosen(db, 'mood', fields.curatedMood),
    allowPerfectlySeasoned: fields.allowPerfectlySeasoned,
  };
}

async function findChosen(db: Db, kind: 'genre' | 'mood', choice: CurationFields['curatedGenre']) {
  const wanted = typeof choice === 'object' && choice !== null ? choice.id : choice;
  if (wanted === undefined || wanted === null) return wanted;
  const id = await findCategoryId(db, kind, wanted);
  if (id === null) throw invalid(kind === 'genre' ? 'curatedGenre' : 'curatedMood', `There is no such ${kind}.`);
  return id;
}
