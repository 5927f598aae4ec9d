import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, FILES_ON_THE_WAY, type Limits, unfinishedMB } from '@scoville/contract/accounts/plans.ts';
import { tooManyUploadsMessage, unfinishedFull } from '@scoville/contract/catalogue/uploads.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { Unfinished } from './reservations.queries.ts';
import { uploadsToEvict } from './uploads-to-evict.ts';

const MB = 1024 * 1024;
const limitsOf = (type: string): Limits => DEFAULT_PLANS.find((plan) => plan.type === type)!.limits;
const mild = limitsOf('mild');

describe('the uploads that are evicted for one more file', () => {
  const one = (id: string, more: Partial<Unfinished> = {}): Unfinished => ({
    id,
    bytes: MB,
    resumable: true,
    moving: false,
    ...more,
  });
  const many = (count: number, more: Partial<Unfinished> = {}) =>
    Array.from({ length: count }, (_, i) => one(String(i), more));

  it('F8 C27 are none up to the twentieth file, and the oldest stalled one for the twenty-first', () => {
    expect(uploadsToEvict(many(19), MB, mild)).toEqual([]);
    expect(uploadsToEvict(many(20), MB, mild)).toEqual(['0']);
    const moving = many(20).map((file, i) => ({ ...file, moving: i < 3 }));
    expect(uploadsToEvict(moving, MB, mild)).toEqual(['3']);
  });

  it('F8 are as many as keep an account within three of its plan’s largest files, to the byte', () => {
    const two = [one('a', { bytes: 60 * MB }), one('b', { bytes: 40 * MB })];
    expect(uploadsToEvict(two, 50 * MB, mild)).toEqual([]);
    expect(uploadsToEvict(two, 50 * MB + 1, mild)).toEqual(['a']);
    expect(uploadsToEvict(two, 150 * MB, mild)).toEqual(['a', 'b']);
    expect(uploadsToEvict(two, 900 * MB, limitsOf('ghost-pepper'))).toEqual([]);
  });

  it('F8 are never active uploads or forms: the new file is refused instead, with the plan’s limit', () => {
    const refused = (files: Unfinished[]) => {
      try {
        uploadsToEvict(files, MB, mild);
      } catch (error) {
        return error;
      }
      throw new Error('It was taken.');
    };
    for (const more of [{ moving: true }, { resumable: false }]) {
      expect(refused(many(20, more))).toMatchObject({ status: 429, message: tooManyUploadsMessage(FILES_ON_THE_WAY) });
      expect(refused(many(3, { ...more, bytes: 50 * MB }))).toMatchObject({
        status: 429,
        message: unfinishedFull(150),
      });
    }
    expect(unfinishedFull(unfinishedMB(mild))).toBe(
      'Your unfinished uploads may take at most 150 MB together. Let some of them finish, or try again in a few minutes.',
    );
  });

  it('F8 make room for both the number of files and their bytes', () => {
    // The first upload is evicted for the count, the second for its bytes.
    const files = [one('a'), one('b', { bytes: 140 * MB }), ...many(18)];
    expect(uploadsToEvict(files, MB, mild)).toEqual(['a', 'b']);
    const held = [one('a', { moving: true }), one('form', { resumable: false }), one('b', { bytes: 149 * MB })];
    expect(uploadsToEvict(held, MB, mild)).toEqual(['b']);
  });

  it('F8 leave every account within its limits, for any number and size of files', () => {
    const files = fc.array(fc.record({ bytes: fc.nat(50 * MB), resumable: fc.boolean(), moving: fc.boolean() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(files, fc.nat(50 * MB), (records, bytes) => {
        const unfinished = records.map((record, i) => ({ ...record, id: String(i) }));
        let out: string[];
        try {
          out = uploadsToEvict(unfinished, bytes, mild);
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError);
          return;
        }
        const stay = unfinished.filter(({ id }) => !out.includes(id));
        expect(stay.length + 1).toBeLessThanOrEqual(FILES_ON_THE_WAY);
        expect(stay.reduce((sum, file) => sum + file.bytes, bytes)).toBeLessThanOrEqual(150 * MB);
        for (const { id, moving, resumable } of unfinished)
          if (out.includes(id)) expect([moving, resumable]).toEqual([false, true]);
      }),
    );
  });
});
