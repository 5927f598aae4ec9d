import { describe, expect, it } from 'vitest';
import { mediaPath, nameOf } from './paths.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('addresses', () => {
  it('of a media begin with the username, or with the id of a musician without one', () => {
    expect(nameOf({ id, username: null })).toBe(id);
    expect(mediaPath({ id: 'm', musician: { id, username: 'juno7' } })).toBe('/juno7/m');
  });
});
