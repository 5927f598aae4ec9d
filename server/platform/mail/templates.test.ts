import { render } from '@react-email/render';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAILS, type Words } from '../../testkit/mails.ts';
import { plainText } from './plain-text.ts';

const HARMLESS: Words = { name: 'Juno Reyes', title: 'Cast Iron Heart', text: 'Warm, and well played.' };
/** Texts that would have an effect, or be displayed differently, without escaping. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></style><svg onload=alert(1)>',
  'a & b &lt;i&gt; &quot;',
  '<!--[if mso]>x<![endif]-->',
  '${7*7} {{7*7}} <%= 7*7 %>',
  "' or ''='",
];

/** The tags of a mail in order, without their attributes and content. */
const tagsOf = (html: string): string[] =>
  (html.match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => /^<\/?[a-z0-9!-]+/i.exec(tag)?.[0] ?? '');
const attributesOf = (html: string): string[] =>
  [...html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => tag.match(/(?<=\s)[a-z-]+(?==)/gi) ?? []);

describe('every mail', () => {
  it('is tested here', () => {
    const files = globSync('*/*/**/*.template.ts', { cwd: join(import.meta.dirname, '../..') });
    const here = new Set(Object.keys(MAILS).map((name) => name.replace(/ \(.*/, '')));
    const names = files.map((file) => `${file.split('/')[1]}/${basename(file, '.template.ts')}`);
    expect([...here].toSorted()).toEqual(names.toSorted());
  });

  for (const [name, mail] of Object.entries(MAILS)) {
    it(`${name}: shows any user input as text`, async () => {
      const harmless = await render(mail(HARMLESS));
      for (const words of HOSTILE) {
        const html = await render(mail({ name: words, title: words, text: words }));
        expect(tagsOf(html), words).toEqual(tagsOf(harmless));
        expect(attributesOf(html), words).toEqual(attributesOf(harmless));
        // User input is readable as typed, wherever the mail repeats it.
        expect(plainText(html)).toContain(words);
      }
    });

    it(`${name}: has the same content as plain text, including all its links`, async () => {
      const html = await render(mail(HARMLESS));
      const text = plainText(html);
      expect(text).toMatch(/^Scoville\s/);
      for (const [, href = ''] of html.matchAll(/<a\s[^>]*href="([^"]+)"/g))
        expect(text).toContain(href.replaceAll('&amp;', '&'));
      expect(text).not.toMatch(/<[a-z]|&[a-z]+;|undefined|null|\[object/i);
      expect(text).toMatch(/\n\nSent by Scoville, because .+\.(\nChange your notifications \S+\nUnsubscribe \S+)?$/);
    });

    it(`${name}: begins each paragraph and the preview with a capital`, async () => {
      const html = await render(mail(HARMLESS));
      const [, preview = 'none'] = /data-skip-in-text="true"[^>]*>([^<]+)/.exec(html) ?? [];
      for (const text of [preview, ...plainText(html).split('\n')]) expect(text).not.toMatch(/^(?!https?:)[a-z]/);
    });

    it(`${name}: loads no resources, runs no scripts, and declares light and dark mode`, async () => {
      const html = await render(mail(HARMLESS));
      expect(html).not.toMatch(/<(script|link|iframe|form)\b|@import|url\(|src="(?!cid:)/i);
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
      expect(html).toContain('lang="en"');
    });
  }
});

/**
 * Each contains a number, a punctuation mark or a Latin word that would be displayed elsewhere if the surrounding text
 * joined the name.
 */
const HEBREW: Words = { name: 'דנה 9 (live)', title: 'שיר ראשון 3!', text: 'מילים, 5 שורות!' };
const BEGIN = '\u2068';
const END = '\u2069';

describe('every mail with right-to-left names', () => {
  for (const [name, mail] of Object.entries(MAILS))
    it(`${name}: isolates their direction, in HTML and plain text`, async () => {
      const html = await render(mail(HEBREW));
      const text = plainText(html);
      const words = new RegExp(`<p[^>]*dir="auto"[^>]*>${HEBREW.text}<`);
      for (const called of [HEBREW.name, HEBREW.title]) {
        expect(html.replaceAll(`<bdi>${called}</bdi>`, '').replaceAll(BEGIN + called + END, '')).not.toContain(called);
        expect(text.replaceAll(BEGIN + called + END, '')).not.toContain(called);
        expect(text.split(called).length).toBe(html.split(`<bdi>${called}</bdi>`).length);
      }
      if (text.includes(HEBREW.text)) expect(html).toMatch(words);
      // Left-to-right names are mailed without invisible characters.
      expect(await render(mail(HARMLESS))).not.toMatch(/[\u2066-\u2069]|<bdi/);
    });
});

describe('a reviewer’s and an administrator’s message', () => {
  for (const name of ['curation/verdict', 'suspensions/suspension'])
    it(`${name}: keeps its line breaks, in HTML and plain text`, async () => {
      const html = await render(MAILS[name]?.({ ...HARMLESS, text: 'One.\nTwo.' }) ?? null);
      expect(html).toContain('One.<br/>Two.');
      expect(plainText(html)).toContain('One.\nTwo.');
    });
});

describe('a name in a mail', () => {
  it('is left out if a mail program would turn it into a link', async () => {
    const reset = MAILS['own-account/reset'];
    if (reset === undefined) throw new Error('no reset');
    for (const name of ['win at https://evil.example', 'evil.example/win', 'me@evil.example', 'www.evil.example']) {
      const text = plainText(await render(reset({ ...HARMLESS, name })));
      expect(text).not.toContain('evil');
      expect(text).toContain('\nHello,\n');
    }
    for (const name of ['St. Vincent', 'Guns N’ Roses', 'P!nk', 'A.'])
      expect(plainText(await render(reset({ ...HARMLESS, name })))).toContain(`Hello ${name},`);
  });
});
