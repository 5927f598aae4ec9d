import { describe, expect, it } from 'vitest';
import { type HelpEntry, toHelpEntries, findHelp } from './find-help.ts';

const entry = (id: string, title: string, text: string): HelpEntry => ({ page: 'faq', id, title, text });
const ENTRIES = [
  entry('upload', 'How do I upload?', 'Drop your files. A verdict may change your score.'),
  entry(
    'score',
    'What do the scores mean?',
    `${'Long before. '.repeat(20)}A café is rated, too. ${'After. '.repeat(40)}`,
  ),
  entry('plans', 'Plans', 'Ask an administrator.'),
];
const ids = (query: string) => findHelp(ENTRIES, query).map(({ id }) => id);

describe('the search of the help', () => {
  it('finds sections that contain every word, with matching headings first, ignoring case and accents', () => {
    expect(ids('score')).toEqual(['score', 'upload']);
    expect(ids('SCORES mean')).toEqual(['score']);
    expect(ids('cafe')).toEqual(['score']);
    expect(ids('Câfé')).toEqual(['score']);
    expect(ids('upload verdict')).toEqual(['upload']);
    expect(ids('upload administrator')).toEqual([]);
  });

  it('finds nothing for an empty query', () => {
    expect([ids(''), ids('   '), ids('?!'), ids('zzz')]).toEqual([[], [], [], []]);
  });

  it('returns the text around the first match', () => {
    const [found] = findHelp(ENTRIES, 'café');
    expect(found?.excerpt).toMatch(/^… .{10,45}café is rated, too\..* …$/);
    expect(findHelp(ENTRIES, 'administrator')[0]?.excerpt).toBe('Ask an administrator.');
    // The word is only in the heading, so the excerpt is the beginning of the text.
    expect(findHelp(ENTRIES, 'plans')[0]?.excerpt).toBe('Ask an administrator.');
  });

  it('reads the text without the HTML’s tags', () => {
    const text = { intro: '', sections: [{ id: 'a', title: 'A', level: 2, html: '<p>One\n <b>two</b></p>' }] };
    const strip = (html: string) => html.replaceAll(/<[^>]+>/g, '');
    expect(toHelpEntries('terms', text, strip)).toEqual([{ page: 'terms', id: 'a', title: 'A', text: 'One two' }]);
  });
});
