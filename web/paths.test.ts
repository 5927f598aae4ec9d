import { describe, expect, it } from 'vitest';
import { isProfileName, mediaPath, nameOf } from './paths.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('names in addresses', () => {
  it('are usernames or ids, and never a first word of ours', () => {
    expect(['juno7', 'JUNO', id].every(isProfileName)).toBe(true);
    expect(['admin', 'Account', 'help', 'api', 'juno-reyes', '', 'a.b', 'perfectly-seasoned'].some(isProfileName)).toBe(
      false,
    );
  });

  it('the canonical address of a media has the username if there is one', () => {
    expect(nameOf({ id, username: null })).toBe(id);
    expect(mediaPath({ id: 'm', musician: { id, username: 'juno7' } })).toBe('/juno7/m');
  });
});
