import { expect, test } from './test.ts';
import { newId } from '../server/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { expectAccessible } from './accessible.ts';
import { asAdministrator, musician } from './people.ts';

test('administrators see whether the review promise is kept, and each reviewer’s load and severity', async ({
  page,
}) => {
  const db = openDatabase();
  const reviewer = await musician(page);
  const opened = new Date(Date.now() - 30 * 3_600_000);
  const base = { reviewer_id: reviewer, submitted_at: opened, opened_at: opened, due_at: opened };
  const mediaId = await insertMedia(db, { musicianId: reviewer });
  await db`insert into reviews ${db({ id: newId(), media_id: mediaId, ...base })}`;
  const decided = await insertMedia(db, { musicianId: reviewer });
  const verdict = { decided_at: new Date(), decided_by: reviewer, outcome: 'rejected' };
  const scores = { storytelling: 20, execution: 30, thumbnail_art: 40 };
  await db`insert into reviews ${db({ id: newId(), media_id: decided, ...base, ...verdict, ...scores })}`;
  // Overdue ones are given to somebody else within seconds, but for one that another transaction works on.
  const worked = await db.reserve();
  try {
    await worked`begin`;
    expect(
      await worked`select from reviews where media_id = ${mediaId} and reviewer_id = ${reviewer} for update`,
    ).toHaveLength(1);
    await asAdministrator(page);
    await page.goto('/admin/media');
    await page.getByRole('link', { name: 'Reviews', exact: true }).click();
    await expect(page).toHaveTitle('Review Desk | Scoville');
    await expect(page.locator('[data-figure="Waiting"]')).toContainText('longer than the promised 24 hours');
    await expect(page.locator('[data-figure="On time"]')).toContainText('%');
    const row = page.locator(`[data-reviewer="${reviewer}"]`);
    await expect(row.getByRole('cell')).toContainText([/./, '1', '1', '1', '0%', '30 h', '100%', '30']);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row).toBeVisible();
    await expectAccessible(page);
  } finally {
    await worked`rollback`;
    worked.release();
    await db`delete from reviews where reviewer_id = ${reviewer}`;
    await db.end();
  }
});
