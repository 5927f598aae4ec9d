import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { replyFault } from './reply-fault.ts';

const song = endpoint({
  method: 'GET',
  path: '/api/songs/:id',
  access: 'anyone',
  summary: 'A song',
  reply: z.object({
    title: z.string(),
    length: z.nullable(z.number()),
    tags: z.array(z.object({ text: z.string() })),
    note: z.optional(z.string()),
  }),
});
const right = { title: 'Salt', length: null, tags: [{ text: 'slow' }] };

describe('a reply', () => {
  it('keeps the contract with and without its optional fields', () => {
    expect(replyFault(song, right)).toBeNull();
    expect(replyFault(song, { ...right, note: 'x' })).toBeNull();
  });

  it('breaks the contract if a field is missing or has another type', () => {
    const { title: _title, ...untitled } = right;
    expect(replyFault(song, untitled)).toMatch(/^GET \/api\/songs\/:id doesn't answer what the contract promises/);
    expect(replyFault(song, { ...right, length: '3' })).toMatch(/promises/);
    expect(replyFault(song, null)).toMatch(/promises/);
  });

  it('breaks the contract if it has additional fields, at any depth', () => {
    expect(replyFault(song, { ...right, secret: 1 })).toBe('GET /api/songs/:id answers more than the contract names.');
    expect(replyFault(song, { ...right, tags: [{ text: 'slow', owner: 'x' }] })).toMatch(/more/);
  });
});
