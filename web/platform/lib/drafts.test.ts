import { describe, expect, it } from 'vitest';
import { forgetDraft, keepDraftsOf, readDraft, saveDraft } from './drafts.ts';

const EMPTY = { text: '', to: [] };
const ADA = { id: 'ada', displayName: 'Ada Byron' };

/** A tab's storage, and its content for the test. */
function tab() {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, store: () => store };
}

describe('an unsent draft', () => {
  it('is restored under its name, with its recipients', () => {
    const { store } = tab();
    saveDraft('lou', 'with ada', { text: 'To one' }, store);
    saveDraft('lou', 'new', { to: [ADA] }, store);
    saveDraft('lou', 'new', { text: 'To somebody' }, store);
    expect(readDraft('lou', 'with ada', store)).toEqual({ text: 'To one', to: [] });
    expect(readDraft('lou', 'new', store)).toEqual({ text: 'To somebody', to: [ADA] });
    expect(readDraft('lou', 'with bela', store)).toEqual(EMPTY);
  });

  it('is removed from the storage when its message is sent or discarded', () => {
    const { kept, store } = tab();
    saveDraft('lou', 'with ada', { text: 'Sent' }, store);
    saveDraft('lou', 'with ada', { text: '' }, store);
    saveDraft('lou', 'new', { text: 'Given up', to: [ADA] }, store);
    forgetDraft('lou', 'new', store);
    expect(kept.size).toBe(0);
  });

  it('is never read by another account, and is removed when that account writes', () => {
    const { kept, store } = tab();
    saveDraft('lou', 'new', { text: 'Between us' }, store);
    expect(readDraft('mira', 'new', store)).toEqual(EMPTY);
    saveDraft('mira', 'new', { text: 'Mine' }, store);
    expect([...kept.values()].join('')).not.toContain('Between us');
    expect(readDraft('lou', 'new', store)).toEqual(EMPTY);
  });

  it('is removed at sign-out or when another account signs in, and kept when the same account signs in again', () => {
    const { kept, store } = tab();
    saveDraft('lou', 'new', { text: 'Between us' }, store);
    keepDraftsOf('lou', store);
    expect(readDraft('lou', 'new', store).text).toBe('Between us');
    keepDraftsOf('mira', store);
    expect(kept.size).toBe(0);
    saveDraft('lou', 'new', { text: 'Between us' }, store);
    keepDraftsOf(null, store);
    expect(kept.size).toBe(0);
  });

  it('is empty if the storage is damaged or unavailable', () => {
    const { kept, store } = tab();
    for (const damaged of ['', '{', '"text"', '{"accountId":"lou","drafts":{"new":{"text":1}}}']) {
      kept.set('message-drafts', damaged);
      expect(readDraft('lou', 'new', store)).toEqual(EMPTY);
    }
    const refused = () => {
      throw new DOMException('No', 'SecurityError');
    };
    expect(readDraft('lou', 'new', refused)).toEqual(EMPTY);
  });
});
