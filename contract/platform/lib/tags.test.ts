import { describe, expect, it } from 'vitest';
import { MediaFields } from '../../catalogue/media/media-edit.ts';
import { tagsIn } from './tags.ts';

describe('tags', () => {
  it('are read without a leading #', () => {
    expect(tagsIn('#folk')).toEqual(['folk']);
    expect(tagsIn(' # folk, ##Acoustic ')).toEqual(['folk', 'Acoustic']);
    expect(tagsIn('#folk #late night')).toEqual(['folk', 'late night']);
    expect(tagsIn('C# minor, #')).toEqual(['C# minor']);
    expect(tagsIn('Folk, #folk')).toEqual(['Folk']);
  });

  it('are kept in their first spelling; empty and repeated tags are removed', () => {
    const tags = ['Dub', '', 'dub', '#Dub', ' \u200b', '#\u00ad', '#\u200bDUB', 'cafe\u0301', 'CAF\u00c9'].map(
      (text) => ({ text }),
    );
    expect(MediaFields.parse({ tags }).tags).toEqual([{ text: 'Dub' }, { text: 'caf\u00e9' }]);
  });

  it('are stored without a leading #, even if a client sends it', () => {
    expect(MediaFields.parse({ tags: [{ text: '#folk' }, { text: 'C#' }] }).tags).toEqual([
      { text: 'folk' },
      { text: 'C#' },
    ]);
  });
});
