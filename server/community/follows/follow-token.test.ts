import { createHmac } from 'node:crypto';
import { FOLLOW_TYPES } from '@scoville/contract/community/follows/follows.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIRM_SECONDS, confirmToken, isUnfollowToken, readConfirmToken, unfollowToken } from './follow-token.ts';
import { newId } from '../../platform/ids.ts';

const types = fc.constantFrom(...FOLLOW_TYPES);

describe('tokens for subscriptions to a musician’s news', () => {
  it('carry the subscription and its type, and expire after a week', () => {
    const id = newId();
    const now = Date.parse('2026-11-22T12:00:00Z');
    const musicianId = newId();
    const token = confirmToken('key', { id, type: 'curated', musicianId }, now);
    expect(readConfirmToken('key', token, now)).toEqual({ id, type: 'curated', musicianId, madeAt: new Date(now) });
    expect(readConfirmToken('key', token, now + (CONFIRM_SECONDS - 1) * 1000)).not.toBeNull();
    expect(readConfirmToken('key', token, now + CONFIRM_SECONDS * 1000)).toBeNull();
  });

  it('are valid without a musician, as in mails of earlier versions', () => {
    const id = newId();
    const expiry = Math.floor(Date.now() / 1000 + 60).toString(36);
    const signed = createHmac('sha256', 'key').update(`confirm ${id} published ${expiry}`).digest();
    const token = [id, 'published', expiry, signed.subarray(0, 16).toString('base64url')].join('.');
    expect(readConfirmToken('key', token)).toMatchObject({ id, type: 'published', musicianId: null });
  });

  it('are valid for one key, subscription, type, time and purpose only', () => {
    fc.assert(
      fc.property(types, fc.nat(80), fc.stringMatching(/^[0-9a-zA-Z._-]$/), (type, at, letter) => {
        const id = newId();
        const token = confirmToken('key', { id, type, musicianId: newId() });
        const place = at % token.length;
        const changed = token.slice(0, place) + letter + token.slice(place + 1);
        expect(readConfirmToken('other key', token)).toBeNull();
        if (changed !== token) expect(readConfirmToken('key', changed)).toBeNull();
        expect(isUnfollowToken('key', id, unfollowToken('key', id))).toBe(true);
        expect(isUnfollowToken('key', newId(), unfollowToken('key', id))).toBe(false);
        expect(isUnfollowToken('key', id, token)).toBe(false);
        expect(isUnfollowToken('key', id, '')).toBe(false);
      }),
    );
  });

  it('are rejected if they are arbitrary strings', () => {
    fc.assert(fc.property(fc.string(), (text) => readConfirmToken('key', text) === null));
  });
});
