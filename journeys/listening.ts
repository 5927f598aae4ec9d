import { type Page, expect, test } from '@playwright/test';
import { song, video } from '../fixtures/files.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, type Person, asAdmin, enter, setUser, signUp } from './people.ts';
import { PROCESSING, processed, put, uploaded } from './uploading.ts';

/** What can be listened to in this run: a musician's own songs and a clip, public, with the same high score. */
export interface Listening {
  owner: string;
  /** 63 and 40 seconds. */
  songs: readonly [string, string];
  /** 60 seconds. */
  other: string;
  /** A video of 6 seconds. */
  clip: string;
}

const OWNER: Person = {
  firstName: 'Juno',
  lastName: 'Reyes',
  email: 'listening@example.org',
  password: 'a kettle full of songs',
};
const TITLES = ['Cast Iron Heart', 'Smoke Ring', 'Slow Table', 'Night Oven'] as const;

/** Signs the owner of what can be listened to in in this page's browser. */
export const asListenedTo = (page: Page): Promise<string> => enter(page, OWNER);

/**
 * Uploads them the first time that a journey of this run asks, and finds them again after that: whoever only needs
 * something that plays need not wait for the encoder.
 */
export async function listening(page: Page): Promise<Listening> {
  test.setTimeout(test.info().timeout + 4 * PROCESSING);
  const db = openDatabase();
  try {
    const find = () => db<{ id: string; musician_id: string }[]>`
      select m.id, m.musician_id from media m join users u on u.id = m.musician_id
      where u.email = ${OWNER.email} and m.published and m.title = any(${[...TITLES]})
      order by array_position(${[...TITLES]}, m.title)`;
    let found = await find();
    if (found.length < TITLES.length) {
      await make(page);
      found = await find();
    }
    const [one, two, other, clip] = found;
    if (!one || !two || !other || !clip) throw new Error('There is nothing to listen to.');
    return { owner: one.musician_id, songs: [one.id, two.id], other: other.id, clip: clip.id };
  } finally {
    await db.end();
  }
}

async function make(page: Page): Promise<void> {
  const { id: owner } = await signUp(page, OWNER);
  await setUser(owner, { plan: 'ghost-pepper' });
  const paths = [
    await song({ seconds: 63, format: 'mp3', seed: 'player one' }),
    await song({ seconds: 40, format: 'mp3', seed: 'player two' }),
    await song({ seconds: 60, format: 'mp3', seed: 'player three' }),
    await video({ seconds: 6, width: 320, height: 180, seed: 'player clip' }),
  ];
  const ids: string[] = [];
  for (const path of paths) ids.push(await uploaded(page, path));
  for (const [index, id] of ids.entries()) {
    await processed(page, id);
    const data = { title: TITLES[index], description: 'Cooked at night.', tags: [{ text: 'late' }], published: true };
    expect(await put(page, id, { ...data, allowCuration: true })).toBe(200);
    const scores = { storytelling: 94, execution: 93, thumbnailArt: 95 };
    const verdict = { headers: HEADERS, data: { curationStats: scores, curatedGenre: 'soul' } };
    await asAdmin(async (admin) => {
      const answer = await admin.put(`/api/media/${id}`, verdict);
      expect(answer.status(), await answer.text()).toBe(200);
    });
  }
}
