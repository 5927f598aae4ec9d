import { auditLog } from '@scoville/contract/accounts/audit.ts';
import type { App } from '../../platform/app-context.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route } from '../../platform/http/route.ts';
import { listActs } from './audit.queries.ts';

export const auditRoutes = ({ db, cursors }: App) => [
  route(auditLog, async ({ query }) => {
    const { q, act, actor } = query;
    const { rows, total, paging } = await readPage(cursors, query, {
      name: `audit ${act ?? ''} ${actor ?? ''} ${q ?? ''}`,
      size: 10,
      read: (slice: Slice<TimePlace>) => listActs(db, { q, act, actor, ...slice }),
      placeOf: timePlace,
    });
    const entries = rows.map((row) => ({
      id: row.id,
      createdOn: row.created_at.toISOString(),
      act: row.act,
      actor: { id: row.actor_id, name: row.actor_name },
      subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
      details: row.details,
    }));
    return { entries, total, paging };
  }),
];
