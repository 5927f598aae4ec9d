import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { HELP_PAGES, type HelpText } from '@scoville/contract/business/support/help.ts';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../../app.ts';
import { helpText } from './help-text.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    PRODUCT_NAME: 'Kettle & Co',
    PUBLIC_URL: 'https://music.example',
    REVIEW_PROMISE_HOURS: '36',
    OUTBOX_DAYS: '17',
  });
});
afterEach(() => rm(join(server.app.env.DATA_DIR, 'help'), { recursive: true, force: true }));
afterAll(() => server.close());

const NONE = { medianMinutes: null, inTime30: null, inTime365: null, approved365: null };

const read = async (page: string): Promise<HelpText> => {
  const answer = await server.visitor().get(`/api/help/${page}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const wordsOf = ({ intro, sections }: HelpText): string =>
  [intro, ...sections.flatMap(({ title, html }) => [title, html])].join('\n');
/** Replaces a shipped text by the operator's own. */
async function write(page: string, markdown: string): Promise<void> {
  const folder = join(server.app.env.DATA_DIR, 'help');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${page}.md`), markdown);
}

describe('the help', () => {
  it('CF-01 is read from static files, with a section per Markdown heading, and follows their edits', async () => {
    for (const page of ['terms', 'privacy']) {
      const own = await readFile(join(import.meta.dirname, 'texts', `${page}.md`), 'utf8');
      const headings = [...own.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      expect(headings.length).toBeGreaterThan(4);
      expect((await read(page)).sections.map(({ title }) => title)).toEqual(headings);
    }
    await write('terms', 'Be *kind*.\n\n## Only one rule\n\nThat one.\n');
    expect(await read('terms')).toEqual({
      intro: '<p>Be <em>kind</em>.</p>\n',
      sections: [{ id: 'only-one-rule', title: 'Only one rule', level: 2, html: '<p>That one.</p>\n' }],
    });
    await write('terms', '## Another rule\n');
    expect((await read('terms')).sections).toMatchObject([{ title: 'Another rule' }]);
  });

  it('contains the values of the configuration', async () => {
    const faq = wordsOf(await read('faq'));
    expect(faq).toContain('within 36 hours');
    for (const { displayName } of DEFAULT_PLANS) expect(faq).toContain(`<strong>${displayName}</strong>`);
    expect(faq).toContain(
      '<strong>Mild</strong> (Free): 1 upload in all, files of up to 50 MB, songs of up to 60 minutes, videos of up to 20 minutes',
    );
    expect(faq).toContain('<strong>Ghost Pepper</strong> ($19.99 a month): any number of uploads a month');
    expect(wordsOf(await read('about'))).toContain('Kettle &amp; Co runs at https://music.example.');
    expect(wordsOf(await read('about'))).toContain('Genres and moods are shuffled at each visit.');
    expect(wordsOf(await read('privacy'))).toContain('kept for 17 days');
    for (const page of HELP_PAGES) expect(wordsOf(await read(page)), page).not.toContain('{{');
  });

  it('names prices in the plans’ currency, the accepted files, and an order that isn’t shuffled', async () => {
    const [base] = DEFAULT_PLANS;
    const limits = { ...base!.limits, acceptedFiles: ['.flac', '.opus'] };
    const plan = { ...base!, displayName: 'Wasabi', price: 500, currency: 'JPY', limits };
    const env = { ...server.app.env, PLANS: [plan], SHUFFLE_PLAYLISTS: false };
    const faq = wordsOf(await helpText(env, 'faq', NONE));
    expect(faq).toContain('<strong>Wasabi</strong> (¥500 a month)');
    expect(faq).toContain('with these endings: .flac, .opus. The');
    const about = wordsOf(await helpText(env, 'about', NONE));
    expect(about).toContain('Genres and moods are in the order');
    expect(about).not.toContain('shuffled');
  });

  it('describes the confirmation link of a new email, or its immediate effect if no mail is sent', async () => {
    const { env } = server.app;
    const mailing = wordsOf(await helpText({ ...env, SMTP_URL: 'smtp://mail.example' }, 'faq', NONE));
    expect(mailing).toContain('We mail a link to the new address');
    const silent = wordsOf(await helpText({ ...env, SMTP_URL: null }, 'faq', NONE));
    expect(silent).toContain('You sign in with the new address at once');
    expect(silent).not.toContain('link to the new address');
  });

  it('says how reviews keep their promise, and what happens if one is late', async () => {
    const { env } = server.app;
    const figures = { medianMinutes: 895, inTime30: 0.976, inTime365: 0.95, approved365: 0.449 };
    expect(wordsOf(await helpText(env, 'faq', figures))).toContain(
      'In the last 30 days, 97% of the verdicts came in time, half of them within 15 hours. ' +
        'In the last 365 days, 95% came in time, and 44% were approvals.',
    );
    const minute = wordsOf(await helpText(env, 'faq', { ...figures, medianMinutes: 0 }));
    expect(minute).toContain('half of them within 1 minute.');
    const old = wordsOf(await helpText(env, 'faq', { ...figures, medianMinutes: null, inTime30: null }));
    expect(old).not.toContain('In the last 30 days');
    const young = wordsOf(await helpText(env, 'faq', NONE));
    expect(young).toContain('There are no verdicts yet.');
    expect(young).toContain('we ask a second reviewer');
    expect(young).toContain('you get one upload on top of your plan');
    const once = { ...env, REVIEW_SECOND_MARGIN: 0, REVIEW_SECOND_SHARE: 0 };
    const plain = { ...once, REVIEW_ESCALATION_SHARE: 0, REVIEW_COMPENSATION: false };
    expect(wordsOf(await helpText(plain, 'faq', NONE))).not.toMatch(/second reviewer|on top of your plan/);
  });

  it('says how a score is made, as far as the installation does that', async () => {
    const { env } = server.app;
    const [twice, corrected] = ['near 60, 70, 85 or 90', 'Some reviewers score lower than others.'];
    const all = wordsOf(await helpText(env, 'faq', NONE));
    expect(all).toContain(twice);
    expect(all).toContain(corrected);
    const once = { ...env, REVIEW_SECOND_MARGIN: 0, REVIEW_SECOND_SHARE: 0 };
    expect(wordsOf(await helpText(once, 'faq', NONE))).not.toContain(twice);
    expect(wordsOf(await helpText({ ...env, REVIEW_CALIBRATION: false }, 'faq', NONE))).not.toContain(corrected);
  });

  it('links to existing screens only, and gives each heading its own anchor', async () => {
    const screens: string[] = Object.values(SCREENS).map(({ path }) => path);
    for (const page of HELP_PAGES) {
      const text = await read(page);
      const links = [...wordsOf(text).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
      expect(links.length, page).toBeGreaterThan(1);
      expect(links.filter((href) => !screens.includes(href))).toEqual([]);
      const ids = text.sections.map(({ id }) => id);
      expect(new Set(ids).size, page).toBe(ids.length);
      expect(ids.every((id) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toBe(true);
    }
  });

  it('runs no script of a file, and gives equal headings different anchors', async () => {
    await write('faq', '## Hi\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n### Hi\n\n{{constructor}}\n');
    const { sections } = await read('faq');
    expect(sections.map(({ id, level }) => [id, level])).toEqual([
      ['hi', 2],
      ['hi-2', 3],
    ]);
    expect(sections[0]?.html).toContain('&lt;script&gt;');
    expect(sections[0]?.html).not.toMatch(/<script|href="javascript:/);
    expect(sections[1]?.html).toBe('<p>{{constructor}}</p>\n');
  });

  it('rejects other page names', async () => {
    expect(await server.visitor().get('/api/help/..%2f..%2fsecrets')).toMatchObject({
      status: 400,
      body: { message: 'There is no such help page.' },
    });
  });

  it('RT-49 is in the page before its script runs, with its own title and description', async () => {
    const kinds = pagesOf(server.app);
    const titles: string[] = [];
    for (const page of [...HELP_PAGES, 'contact'] as const) {
      const { path } = SCREENS[page];
      const found = await Promise.all(kinds.map((kind) => kind(path, new URLSearchParams(), null, { seed: 1 })));
      const [one] = found.filter((candidate) => candidate !== null);
      expect(one).toMatchObject({ canonical: path, title: SCREENS[page].title });
      expect(one?.description.length).toBeGreaterThan(20);
      titles.push(one?.title ?? '');
      if (page !== 'contact') expect(one?.queries?.[0]?.data).toEqual(await read(page));
    }
    expect(titles).toEqual(['FAQs', 'About Us', 'Terms of Use', 'Privacy Policy', 'Contact']);
  });
});
