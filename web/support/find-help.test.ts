import { describe, expect, it } from 'vitest';
import { type HelpEntry, entriesOf, findHelp } from './find-help.ts';

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
  it('finds parts that have every word, headings first, whatever their case and accents', () => {
    expect(ids('score')).toEqual(['score', 'upload']);
    expect(ids('SCORES mean')).toEqual(['score']);
    expect(ids('cafe')).toEqual(['score']);
    expect(ids('Câfé')).toEqual(['score']);
    expect(ids('upload verdict')).toEqual(['upload']);
    expect(ids('upload administrator')).toEqual([]);
  });

  it('finds nothing for nothing', () => {
    expect([ids(''), ids('   '), ids('?!'), ids('zzz')]).toEqual([[], [], [], []]);
  });

  it('shows the words around the first one that it found', () => {
    const [found] = findHelp(ENTRIES, 'café');
    expect(found?.excerpt).toMatch(/^… .{10,45}café is rated, too\..* …$/);
    expect(findHelp(ENTRIES, 'administrator')[0]?.excerpt).toBe('Ask an administrator.');
    // The word stands in the heading alone: the text from its beginning.
    expect(findHelp(ENTRIES, 'plans')[0]?.excerpt).toBe('Ask an administrator.');
  });

  it('reads the text that the marks of the HTML are around', () => {
    const text = { intro: '', sections: [{ id: 'a', title: 'A', level: 2, html: '<p>One\n <b>two</b></p>' }] };
    const strip = (html: string) => html.replaceAll(/<[^>]+>/g, '');
    expect(entriesOf('terms', text, strip)).toEqual([{ page: 'terms', id: 'a', title: 'A', text: 'One two' }]);
  });
});
