import { describe, expect, it } from 'vitest';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { EditForm, changesOf, formOf } from './edit-form.ts';

const media = {
  title: 'Song',
  description: '',
  tags: [{ text: 'soul' }],
  genres: [{ id: null, name: 'Dub', slug: 'dub' }],
  productionType: null,
  published: false,
  allowCuration: false,
} as unknown as Media;
const form = formOf(media);

describe('the edit form', () => {
  it('sends nothing when nothing changed', () => expect(changesOf(media, form)).toEqual({}));

  it('sends only the fields that changed, and null for no production type', () => {
    expect(changesOf(media, { ...form, title: 'Other', tags: [] })).toEqual({ title: 'Other', tags: [] });
    const live = { ...media, productionType: 'Digital' } as Media;
    expect(changesOf(live, { ...formOf(live), productionType: '' })).toEqual({ productionType: null });
  });

  it('EN-03 sends own genres by their names', () => {
    expect(changesOf(media, { ...form, genres: [{ name: 'Doom' }] })).toEqual({ genres: [{ name: 'Doom' }] });
  });

  it('sends only the submission, which also publishes, or only the unpublishing, which ends the review', () => {
    expect(changesOf(media, { ...form, published: true, allowCuration: true })).toEqual({ allowCuration: true });
    const open = { ...media, published: true, allowCuration: true };
    expect(changesOf(open, { ...formOf(open), published: false, allowCuration: false })).toEqual({ published: false });
  });

  it('rejects an empty title with a message', () => {
    const refused = EditForm.safeParse({ ...form, title: '  ' });
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['Title is required']);
  });
});
