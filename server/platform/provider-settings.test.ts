import { expect, it } from 'vitest';
import { SettingError, readEnv } from './env.ts';

const read = (settings: Record<string, string>) =>
  readEnv({ DATABASE_URL: 'postgres://localhost/x', ...settings }, 'no file').SIGN_IN_PROVIDERS;
const corp = { name: 'corp', label: 'Corp', issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' };
const google = { GOOGLE_CLIENT_ID: 'an id', GOOGLE_CLIENT_SECRET: 'a secret' };

it('returns none by default, and otherwise Google, Facebook and the others in this order', () => {
  expect(read({})).toEqual([]);
  const all = read({
    ...google,
    FACEBOOK_CLIENT_ID: 'an id',
    FACEBOOK_CLIENT_SECRET: 'a secret',
    OPENID_PROVIDERS: JSON.stringify([corp]),
  });
  expect(all.map(({ name, label, issuer }) => [name, label, issuer])).toEqual([
    ['google', 'Google', 'https://accounts.google.com'],
    ['facebook', 'Facebook', 'https://www.facebook.com'],
    ['corp', 'Corp', 'https://id.example'],
  ]);
});

it.each([
  [{ GOOGLE_CLIENT_ID: 'an id' }, 'The setting GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it.'],
  [{ FACEBOOK_CLIENT_SECRET: 'x' }, 'The setting FACEBOOK_CLIENT_ID is missing: FACEBOOK_CLIENT_SECRET needs it.'],
  [
    { OPENID_PROVIDERS: 'google' },
    'The setting OPENID_PROVIDERS is not usable: is not a JSON list of { name, label, issuer, clientId, clientSecret }.',
  ],
  [
    { OPENID_PROVIDERS: JSON.stringify([{ ...corp, name: 'logout' }]) },
    'The setting OPENID_PROVIDERS is not usable: has 0.name: that name is an address of our own.',
  ],
  [
    { OPENID_PROVIDERS: JSON.stringify([corp, { ...corp, issuer: 'http://id.example' }]) },
    'The setting OPENID_PROVIDERS is not usable: has 1.issuer: an issuer is https, unless it is on this machine.',
  ],
  [
    { OPENID_PROVIDERS: JSON.stringify([corp, { ...corp, issuer: 'https://other.example' }]) },
    'The settings of sign-in providers name the name corp twice.',
  ],
  [
    { ...google, OPENID_PROVIDERS: JSON.stringify([{ ...corp, issuer: 'https://accounts.google.com' }]) },
    'The settings of sign-in providers name the issuer https://accounts.google.com twice.',
  ],
])('fails to start with a sentence for %j', (settings: Record<string, string>, sentence) => {
  expect(() => read(settings)).toThrow(new SettingError(sentence));
});
