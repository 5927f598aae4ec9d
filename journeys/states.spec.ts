import { type Locator, type Page, expect, test } from '@playwright/test';
import { expectAccessibleNow, expectNoSideways } from './accessible.ts';
import { button, conversations, lines, write } from './messaging.ts';
import { asAdministrator, freshPage, signUp } from './people.ts';

/** A screen, or a part of one, that shows a list or a record. */
interface Shown {
  at: string;
  /** The call that brings it: its path with its query. */
  call: RegExp;
  /** Where it is on the page; all of the page's own part otherwise. */
  part?: (page: Page) => Locator;
  /** Brings it up where the address alone does not. */
  open?: (page: Page) => Promise<void>;
  /** What it says when the call failed; what the server says otherwise. */
  failure?: string;
  /** What stands there at last: what it says without anything, or some of what it always has. */
  last: string;
  /** The answer is as it is: of a new account nothing is there anyway, or always something. */
  isReal?: true;
}

const SERVER_SAYS = 'Something went wrong on our side. Please try again.';

const MEMBER: readonly Shown[] = [
  { at: '/notifications', call: /^\/api\/notifications$/, last: 'Nothing has happened yet.' },
  { at: '/notifications#following', call: /^\/api\/followed\/news/, last: 'Nothing yet. Follow musicians' },
  { at: '/messages', call: /^\/api\/convos$/, last: 'No Conversations' },
  { at: '/playlists', call: /^\/api\/playlists$/, last: 'You have no playlists yet.' },
  { at: '/favorites', call: /^\/api\/remember/, last: "You haven't added any media to your favorites yet." },
  {
    at: '/account/performances',
    call: /^\/api\/performances\/user\/.*when=upcoming/,
    part: (page) => page.getByRole('region', { name: 'Upcoming shows' }),
    last: 'You have no upcoming shows.',
  },
  { at: '/account/media', call: /^\/api\/media\/user\//, last: 'You have no songs or videos yet.' },
  { at: '/search?q=zwiebelkuchen', call: /^\/api\/media\?/, last: 'did not return any results.' },
  {
    at: '/account/overview',
    call: /^\/api\/mediaStats$/,
    part: (page) => page.getByRole('dialog'),
    open: (page) => page.getByRole('button', { name: 'Show by month' }).click(),
    last: 'No plays in the last twelve months.',
    isReal: true,
  },
  {
    at: '/account/overview',
    call: /^\/api\/sessions$/,
    part: (page) => page.getByRole('region', { name: 'Where you are signed in' }),
    failure: 'Your sessions could not be loaded.',
    last: 'This browser',
    isReal: true,
  },
  {
    // A page that is opened by its address has them already.
    at: '/help/faq',
    call: /^\/api\/genres$/,
    open: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Genres' }).click(),
    last: 'Soul',
    isReal: true,
  },
];

const table = (at: string, call: RegExp, what: string, last: string): Shown => ({
  at: `/admin/${at}`,
  call,
  failure: `The ${what} could not be loaded.`,
  last,
});
const ADMINISTRATOR: readonly Shown[] = [
  table('media', /^\/api\/admin\/media/, 'media', 'There is currently no media on the platform.'),
  table('users', /^\/api\/users\?/, 'users', 'No user matches this.'),
  table('ads', /^\/api\/ab$/, 'ads', 'No ads have been added yet.'),
  table('mail', /^\/api\/outbox/, 'mail', 'Nothing has been mailed yet.'),
  table('reports', /^\/api\/admin\/reports/, 'reports', 'There are no open reports.'),
  table('audit', /^\/api\/admin\/audit/, 'audit log', 'Nobody has done anything yet.'),
  table('subscriptions', /^\/api\/admin\/subscriptions/, 'subscriptions', 'Nobody has chosen a paid plan yet.'),
  table(
    'reviews',
    /^\/api\/admin\/review-desk$/,
    'figures of the review desk',
    'There are no certified reviewers yet.',
  ),
];

/** An answer with nothing in its lists. */
const emptied = (answer: object): object =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? [] : name === 'total' ? 0 : value]),
  );

/** While its call is held back it says that it loads; when that fails it says so, and asks again; it says when it is empty. */
async function expectStates(page: Page, shown: Shown): Promise<void> {
  const { at, call, open, failure = SERVER_SAYS, last, isReal } = shown;
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let fails = true;
  await page.route(
    ({ pathname, search }) => call.test(pathname + search),
    async (route) => {
      asked.resolve();
      await held.promise;
      if (fails) return route.fulfill({ status: 500, json: { message: SERVER_SAYS, errors: [] } });
      if (isReal) return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, json: emptied((await response.json()) as object) });
    },
  );
  const streamed = page.waitForResponse('**/api/events');
  await page.goto(at);
  await open?.(page);
  await asked.promise;
  const part = shown.part?.(page) ?? page.getByRole('main');
  const loading = part.locator('[aria-busy="true"]').filter({ has: page.getByRole('status') });
  await expect(loading.getByRole('status').first()).toHaveText(/^Loading/);
  await expect(loading.locator('.skeleton:visible').first()).toBeVisible();

  // Once live events come the product asks again by itself, which is not what is looked at here.
  await streamed;
  held.resolve();
  const alert = part.getByRole('alert');
  await expect(alert).toHaveText(`${failure}Try again`);
  await expect(loading).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleNow(page);
  await expectNoSideways(page);

  fails = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByText(last, { exact: isReal ?? false }).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
}

/** Pages that are looked at side by side: most of the time goes by until the product has asked in vain three times. */
const LANES = 3;

/** Goes through the screens as whoever is signed in, and names all that do not say how they are. */
async function expectAllStates(page: Page, screens: readonly Shown[]): Promise<void> {
  const wrong: string[] = [];
  const waiting = screens.values();
  const lane = async () => {
    for (const shown of waiting) {
      const own = await page.context().newPage();
      // Without motion, so that no colour is looked at halfway.
      await own.emulateMedia({ reducedMotion: 'reduce' });
      await expectStates(own, shown).catch((error: unknown) => wrong.push(`${shown.at} ${shown.call}: ${error}`));
      await own.close();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(wrong).toEqual([]);
}

test('what a member looks at says that it loads, that it failed, and that it is empty', async ({ page }) => {
  await signUp(page);
  await expectAllStates(page, MEMBER);
});

test('what an administrator looks at says that it loads, that it failed, and that it is empty', async ({ page }) => {
  await asAdministrator(page);
  await expectAllStates(page, ADMINISTRATOR);
});

test('more conversations that do not come say so below those that are there, and are asked for again', async ({
  page,
  browser,
}) => {
  const other = await freshPage(browser);
  const { id } = await signUp(other);
  await other.context().close();
  await signUp(page);
  await write(page, [id], 'Is anybody there?');
  let fails = true;
  await page.route(
    ({ pathname }) => pathname === '/api/convos',
    async (route) => {
      const isFirst = !route.request().url().includes('cursor=');
      if (!isFirst && fails) return route.fulfill({ status: 500, json: { message: SERVER_SAYS, errors: [] } });
      // A page of its own for more conversations than anybody would make here.
      const response = await route.fetch({ url: route.request().url().replace('cursor=later', '') });
      const answer = (await response.json()) as { paging: object };
      return route.fulfill({
        response,
        json: isFirst ? { ...answer, paging: { ...answer.paging, next: 'later' } } : emptied(answer),
      });
    },
  );
  const streamed = page.waitForResponse('**/api/events');
  await page.goto('/messages');
  await streamed;
  await expect(lines(page)).toHaveCount(1);
  await button(page, 'More').click();
  const alert = conversations(page).getByRole('alert');
  await expect(alert).toHaveText(`${SERVER_SAYS}Try again`);
  await expect(lines(page)).toHaveCount(1);
  fails = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await expect(button(page, 'More')).toHaveCount(0);
  await expect(lines(page)).toHaveCount(1);
});
