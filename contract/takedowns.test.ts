import { expect, it } from 'vitest';
import { mediaIdIn } from './takedowns.ts';

it('a media’s address names it, whatever stands around its id', () => {
  const id = '0199a000-0000-7000-8000-000000000001';
  for (const address of [id, `https://music.example/olga/${id}`, `http://x/olga/songs/${id.toUpperCase()}?t=10`])
    expect(mediaIdIn(address)).toBe(id);
  for (const address of ['', 'https://music.example/olga', id.slice(1), 'not-an-id'])
    expect(mediaIdIn(address)).toBeNull();
});
