import { type Page, expect, test } from './test.ts';
import { readFile } from 'node:fs/promises';
import { song } from '../fixtures/files.ts';
import { expectAccessible, expectAccessibleNow } from './accessible.ts';
import { chunkOf } from './chunks.ts';
import {
  HEADERS,
  beVisitor,
  fillSignUp,
  ledOn,
  musician,
  setUser,
  signIn,
  signUp,
  somebody,
  trySignIn,
} from './people.ts';
import { lastError } from './reviewing.ts';

/** The refusal of a form whose whole text this is. */
const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${text.replaceAll('.', '\\.')}$`) });

test.describe('the login screen', () => {
  test('VA-01 VA-02 says what is wrong before it asks the server', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('x');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(alert(page, 'Please enter a valid email.')).toBeVisible();
    await expect(alert(page, 'Please enter a valid password.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email.');
  });

  test('AU-01 ER-01 a wrong password stays here and says so; the right one starts a session', async ({ page }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/login');
    await trySignIn(page, { ...person, password: 'not the password' });
    await expect(alert(page, 'The email or password is wrong.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await signIn(page, person);
    await expect(page).toHaveURL(/\/browse(\?seed=\d+)?$/);
    await expect(page.getByRole('button', { name: 'Account of Juno' })).toBeVisible();
  });

  test('ER-03 API-04 a visitor may look around: asking who is signed in leads nowhere', async ({ page }) => {
    await page.goto('/genres');
    const status = await page.evaluate(async () => (await fetch('/api/users/me')).status);
    expect(status).toBe(401);
    await page.getByRole('link', { name: 'Moods' }).first().click();
    await expect(page).toHaveURL('/moods');
  });
});

test.describe('the sign-up screen', () => {
  test('RT-16 AU-03 offers the form and the trial, for musicians unless told otherwise', async ({ page }) => {
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
    const trial = 'Start with a free trial of 1 song: upload, publish and have it scored.';
    await expect(page.getByText(trial, { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Musician/ })).toBeChecked();
  });

  test('VA-03 VA-04 VA-05 VA-06 VA-08 J-04 every field says what it misses', async ({ page }) => {
    let asked = false;
    page.on('request', (request) => (asked ||= request.method() === 'POST'));
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Create account' }).click();
    for (const text of [
      'Please enter your first name.',
      'Please enter your last name.',
      'Please enter a valid email.',
      'Please confirm your email.',
      'Please enter a valid password.',
      'Please confirm password.',
    ])
      await expect(alert(page, text)).toBeVisible();
    // The sentence goes with what was wrong, and comes back with it.
    await page.getByLabel('Email', { exact: true }).fill('x@example.org');
    await expect(alert(page, 'Please enter a valid email.')).toHaveCount(0);
    await page.getByLabel('Email', { exact: true }).fill('x@');
    await expect(alert(page, 'Please enter a valid email.')).toBeVisible();
    expect(asked).toBe(false);
  });

  test('VA-07 VA-09 J-04 what is typed twice must match', async ({ page }) => {
    await page.goto('/signup');
    await fillSignUp(page, somebody());
    await page.getByLabel('Confirm email').fill('other@example.org');
    await page.getByLabel('Confirm password').fill('another kettle');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(alert(page, 'Emails entered do not match.')).toBeVisible();
    await expect(alert(page, 'Passwords entered do not match.')).toBeVisible();
    await expect(page).toHaveURL('/signup');
  });

  test('VA-10 VA-54 VA-55 J-04 a used e-mail is said at its field, until a click or the next letter', async ({
    page,
  }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/signup');
    await fillSignUp(page, person);
    const create = page.getByRole('button', { name: 'Create account' });
    const refusal = alert(page, 'An existing user already has that email');

    await create.click();
    await expect(refusal).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await refusal.getByRole('button').click();
    await expect(refusal).toBeHidden();

    await create.click();
    await expect(refusal).toBeVisible();
    await page.getByLabel('Email', { exact: true }).press('End');
    await page.getByLabel('Email', { exact: true }).pressSequentially('x');
    await expect(refusal).toBeHidden();
  });

  test('AU-04 a listener is a listener, and everybody else a musician', async ({ page }) => {
    const type = () => page.evaluate(async () => (await (await fetch('/api/users/me')).json())._type as string);
    for (const [name, choice] of [
      ['Juno', 'Musician'],
      ['Ana', 'Listener'],
    ] as const) {
      await beVisitor(page);
      await page.goto('/signup');
      await fillSignUp(page, somebody(name));
      if (choice === 'Listener') await page.getByRole('radio', { name: /^Listener/ }).check();
      await page.getByRole('button', { name: 'Create account' }).click();
      await ledOn(page);
      await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
      expect(await type()).toBe(choice);
    }
  });
});

test.describe('the way back after signing in', () => {
  test('RT-05 RT-11 a failed guard leads to login, and login back to the interrupted address', async ({ page }) => {
    const person = await signUp(page);
    for (const path of ['/admin/users', '/admin/media', '/review']) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
    await beVisitor(page);
    const guarded = ['/account/media', '/account/media/edit/x', '/upload', '/review', '/admin/users', '/admin/media'];
    for (const path of guarded) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
    await page.goto('/account/media?filter=salt');
    await expect(page).toHaveURL('/login');
    await signIn(page, person);
    await expect(page).toHaveURL('/account/media?filter=salt');
  });

  test('RT-08 RT-12 login leads back to the page where it was asked for', async ({ page }) => {
    const person = await signUp(page);
    await beVisitor(page);
    for (const path of ['/genres', '/well-done']) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await expect(page).toHaveURL('/login');
      await signIn(page, person);
      await expect(page).toHaveURL(path);
      await beVisitor(page);
    }
  });

  test('RT-09 RT-20 J-07 logging out goes home, and login from there goes home, too', async ({ page }) => {
    const person = await signUp(page);
    await page.goto('/logout');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await page.evaluate(async () => (await fetch('/api/users/me')).status)).toBe(401);
    await page.goto('/login');
    await signIn(page, person);
    await expect(page).toHaveURL('/');
  });

  test('RT-13 J-07 a fresh visit that begins at login goes on to the recommendations', async ({ page, browser }) => {
    const person = await signUp(page);
    const context = await browser.newContext();
    const fresh = await context.newPage();
    await fresh.goto('/login');
    await signIn(fresh, person);
    await expect(fresh).toHaveURL(/\/browse(\?seed=\d+)?$/);
    await context.close();
  });

  test('a guard’s address survives the way through the sign-up form', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: "Upload, It's Free" }).click();
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillSignUp(page, somebody());
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/upload');
  });
});

test.describe('every page', () => {
  test('RT-10 is titled with its screen and the product', async ({ page }) => {
    const titles = {
      '/': 'Home',
      '/login': 'Sign in',
      '/signup': 'Create account',
      '/browse': 'Recommendations based on your latest music choices',
      '/perfectly-seasoned': 'Perfectly Seasoned',
      '/well-done': 'Well Done',
      '/genres': 'Genres',
      '/moods': 'Moods',
    };
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} | Scoville`);
    }
    // Within the browser the title changes without a new page.
    await page.goto('/genres');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveTitle('Sign in | Scoville');
  });

  test('RT-02 an unknown address leads home', async ({ page }) => {
    for (const path of [
      '/help/nothing-here',
      '/a/b/c/d/e',
      '/account/nothing',
      '/admin/nothing',
      '/about',
      '/Media',
      '/a-b',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page).toHaveTitle('Home | Scoville');
    }
  });

  test('RT-54 a profile that is not there leads to the recommendations', async ({ page }) => {
    for (const path of ['/nobodyofthatname', '/nobodyofthatname/songs', '/nobodyofthatname/0123456789abcdef01234567']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/browse(\?seed=\d+)?$/);
    }
  });

  test('API-01 tells every call where in the day its visitor is', async ({ page }) => {
    const offsets = new Set<string | undefined>();
    page.on('request', (request) => {
      if (/^\/(api|auth)(\/|$)/.test(new URL(request.url()).pathname) && request.resourceType() === 'fetch')
        offsets.add(request.headers()['x-timezone-offset']);
    });
    await signUp(page);
    await page.goto('/moods');
    await page.getByRole('link', { name: 'Genres' }).first().click();
    await expect(page.getByRole('heading', { name: 'Genres' })).toBeVisible();
    const here = await page.evaluate(() => String(new Date().getTimezoneOffset()));
    await expect.poll(() => [...offsets]).toEqual([here]);
  });
});

test.describe('the plans', () => {
  const card = (page: Page, name: string) => page.getByRole('article', { name });

  test('RT-26 PS-01 PS-20 LM-05 the screen is for members, and shows three plans to pay for beside the free one', async ({
    page,
  }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/account/subscription');
    await expect(page).toHaveURL('/login');
    await signIn(page, person);
    await expect(page).toHaveURL('/account/subscription');
    await expect(page).toHaveTitle('Subscription | Scoville');
    const headings = page.getByRole('list', { name: 'Plans' }).getByRole('heading');
    await expect(headings).toHaveText(['Mild', 'Spicy', 'Flaming Hot', 'Ghost Pepper']);
    for (const [name, price] of [
      ['Mild', 'Free'],
      ['Spicy', '$4.99 a month'],
      ['Flaming Hot', '$9.99 a month'],
      ['Ghost Pepper', '$19.99 a month'],
    ] as const)
      await expect(card(page, name).getByText(price, { exact: true })).toBeVisible();
    const noSale =
      'This installation does not accept payments: everybody has the Mild plan unless an administrator assigns another.';
    await expect(page.getByText(noSale, { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('AU-03 PS-02 PS-03 PS-17 each card says what it lets do, the base plan is a newcomer’s, and its limit acts', async ({
    page,
  }) => {
    const person = await signUp(page);
    await page.goto('/account/subscription');
    const cards = {
      Mild: ['1 upload to try', 'Files up to 50 MB', 'Recordings up to 60 minutes, Full HD videos up to 20'],
      Spicy: ['5 uploads a month', 'Files up to 100 MB', 'Recordings up to 120 minutes, Full HD videos up to 40'],
      'Flaming Hot': [
        '20 uploads a month',
        'Files up to 250 MB',
        'Recordings up to 240 minutes, Full HD videos up to 90',
        'Rearrange your music',
      ],
      'Ghost Pepper': [
        'Unlimited uploads',
        'Files up to 1,000 MB',
        'Recordings up to 240 minutes, Full HD videos up to 240',
        'Rearrange your music',
        'Listen without ads',
      ],
    };
    for (const [name, texts] of Object.entries(cards))
      await expect(card(page, name).getByRole('listitem')).toHaveText(texts);
    const current = page.getByRole('article').filter({ has: page.getByText('Your plan', { exact: true }) });
    await expect(current).toHaveAccessibleName('Mild');
    await expect(current).toHaveAttribute('aria-current', 'true');
    // Marked by the text's colour: the flame's is for the one main action of a screen.
    const colour = await current.evaluate((element) => getComputedStyle(element).color);
    await expect(current).toHaveCSS('border-top-color', colour);

    const pill = async (text: string) => {
      await page.getByRole('button', { name: `Account of ${person.firstName}` }).click();
      await expect(page.getByRole('menuitem', { name: `Subscription ${text}`, exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
    };
    await pill('Mild');
    const send = async (seed: string) => {
      const file = {
        name: `${seed}.mp3`,
        mimeType: 'audio/mpeg',
        buffer: await readFile(await song({ seconds: 2, format: 'mp3', seed })),
      };
      return (await page.request.post('/api/upload', { headers: HEADERS, multipart: { file } })).status();
    };
    expect(await send('plan one')).toBe(202);
    expect(await send('plan two')).toBe(403);

    await setUser(person.id, { plan: 'spicy' });
    await page.reload();
    await expect(current).toHaveAccessibleName('Spicy');
    await pill('Spicy');
    expect(await send('plan three')).toBe(202);
  });

  test('PS-16 the navbar offers the upgrade to members without a subscription', async ({ page }) => {
    const upgrade = page.getByRole('banner').getByRole('link', { name: 'Upgrade' });
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(upgrade).toHaveCount(0);
    await signUp(page);
    await page.reload();
    // Amber, which the light theme darkens.
    await expect(upgrade).toHaveCSS('color', 'rgb(152, 89, 0)');
    await upgrade.click();
    await expect(page).toHaveURL('/account/subscription');
    await beVisitor(page);
    await musician(page, 'spicy');
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect(upgrade).toHaveCount(0);
  });
});

test.describe('the frame', () => {
  test('the account menu works from the keyboard, and gives the focus back', async ({ page }) => {
    await signUp(page);
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Account of Juno' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'My Profile' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Delete Account' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(page.getByRole('menu')).toBeHidden();
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await button.click();
    await expect(page.getByRole('menu')).toBeHidden();
  });

  test('a press before the menu’s code is here opens it as soon as it is; without a connection it says so', async ({
    page,
  }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(chunkOf('shell/visitor-list.tsx'), async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    release();
    await expect(page.getByRole('menuitemradio', { name: 'Same as the system' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();

    await page.unroute(chunkOf('shell/visitor-list.tsx'));
    await page.route(chunkOf('shell/visitor-list.tsx'), (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await expect(lastError(page)).toHaveText('The menu could not be loaded. Check your connection and try again.');
  });

  test('a chosen theme wins over the system’s, and stays', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/login');
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await ground()).toBe('rgb(22, 17, 14)');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect.poll(ground).toBe('rgb(253, 248, 242)');
    await page.reload();
    expect(await ground()).toBe('rgb(253, 248, 242)');
  });

  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [390, 1440])
      test(`nothing bars the way into an account: ${colorScheme}, ${width} px`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        for (const path of ['/login', '/signup']) {
          await page.goto(path);
          await page
            .getByRole('main')
            .getByRole('button', { name: /Sign in|Create account/ })
            .click();
          await expect(alert(page, 'Please enter a valid email.')).toBeVisible();
          await expectAccessibleNow(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
      });
});
