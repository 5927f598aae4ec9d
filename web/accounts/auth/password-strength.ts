import { STRENGTH_LENGTH } from '@scoville/contract/accounts/auth/passwords.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
// Imports only the messages of the English package, like on the server, because its dictionaries are large and detect
// little more.
import translations from '@zxcvbn-ts/language-en/dist/translations.mjs';

export interface Strength {
  /** 0 to 4, on the scale of zxcvbn. */
  score: number;
  /** Advice in whole sentences. */
  advice: string[];
}

const zxcvbn = new ZxcvbnFactory({ translations, graphs: common.adjacencyGraphs, dictionary: common.dictionary });

/**
 * Estimates how hard a password is to guess for an attacker who knows the words in `about`. Large: import it only when
 * the user types a password.
 */
export function measureStrength(password: string, about: string[]): Strength {
  const { score, feedback } = zxcvbn.check(password.slice(0, STRENGTH_LENGTH), about);
  return { score, advice: [feedback.warning ?? '', ...feedback.suggestions].filter((text) => text !== '') };
}
