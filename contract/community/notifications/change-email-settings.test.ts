import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_EMAIL_SETTINGS, EMAIL_SETTINGS, NO_EMAIL, changeEmailSettings } from './change-email-settings.ts';
import type { EmailSettings } from '../../accounts/users/email-settings.ts';

const names = [...EMAIL_SETTINGS, 'none'] as const;
const one = fc.record({ name: fc.constantFrom(...names), on: fc.boolean() });
/** The settings after a sequence of switches. */
const after = (switches: readonly { name: (typeof names)[number]; on: boolean }[]): EmailSettings =>
  switches.reduce((settings, { name, on }) => changeEmailSettings(settings, { [name]: on }), DEFAULT_EMAIL_SETTINGS);
const sequences = fc.array(one, { maxLength: 30 });

describe('email settings', () => {
  it('never combine “none” with another setting', () => {
    fc.assert(
      fc.property(sequences, (switches) => {
        const { none, ...others } = after(switches);
        expect(none && Object.values(others).includes(true)).toBe(false);
      }),
    );
  });

  it('are all off with “none”; the next one turned on clears “none” and is the only one on', () => {
    fc.assert(
      fc.property(sequences, fc.constantFrom(...EMAIL_SETTINGS), (switches, name) => {
        const off = changeEmailSettings(after(switches), { none: true });
        expect(off).toEqual(NO_EMAIL);
        expect(changeEmailSettings(off, { [name]: true })).toEqual({ ...NO_EMAIL, none: false, [name]: true });
      }),
    );
  });

  it('keep the last value of each switch and don’t change the others', () => {
    fc.assert(
      fc.property(sequences, one, (switches, { name, on }) => {
        const before = after(switches);
        const now = changeEmailSettings(before, { [name]: on });
        expect(now[name]).toBe(on);
        if (name === 'none') return;
        expect({ ...now, [name]: true, none: true }).toEqual({ ...before, [name]: true, none: true });
      }),
    );
  });

  it('ignore unchanged values in a change', () => {
    fc.assert(
      fc.property(sequences, one, (switches, { name, on }) => {
        const before = after(switches);
        expect(changeEmailSettings(before, { ...before, [name]: on })).toEqual(
          changeEmailSettings(before, { [name]: on }),
        );
      }),
    );
  });

  it('are “none” if a change turns on both “none” and another setting', () => {
    expect(changeEmailSettings({ ...NO_EMAIL, none: false }, { none: true, comments: true })).toEqual(NO_EMAIL);
  });
});
