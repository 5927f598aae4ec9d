import { STRENGTH_LENGTH } from '@scoville/contract/passwords.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
// Its sentences alone, as on the server: the English dictionaries are large, and find little more.
import translations from '@zxcvbn-ts/language-en/dist/translations.mjs';

export interface Strength {
  /** 0 to 4, as zxcvbn counts. */
  score: number;
  /** What would help, in whole sentences. */
  advice: string[];
}

const zxcvbn = new ZxcvbnFactory({ translations, graphs: common.adjacencyGraphs, dictionary: common.dictionary });

/** How hard a password is to guess for somebody who knows these words. Heavy: import it when somebody types one. */
export function strengthOf(password: string, about: string[]): Strength {
  const { score, feedback } = zxcvbn.check(password.slice(0, STRENGTH_LENGTH), about);
  return { score, advice: [feedback.warning ?? '', ...feedback.suggestions].filter((text) => text !== '') };
}
