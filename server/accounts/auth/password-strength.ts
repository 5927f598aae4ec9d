import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { MIN_STRENGTH, STRENGTH_LENGTH } from '@scoville/contract/accounts/auth/passwords.ts';
import { invalid } from '../../platform/http/errors.ts';

let opened: Promise<ZxcvbnFactory> | undefined;

/**
 * Loads the lists of common and leaked passwords when the first password is chosen, because they take some megabytes.
 */
async function open(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, { default: translations }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    // Loads only the messages. The English dictionaries need four times the memory and find little more.
    import('@zxcvbn-ts/language-en/dist/translations.mjs'),
  ]);
  return new ZxcvbnFactory({ translations, graphs: common.adjacencyGraphs, dictionary: common.dictionary });
}

/**
 * Rejects a password that is easy to guess or known to have leaked (400, at the field `password`), with advice.
 * @param about words that someone who knows the person would try first
 */
export async function checkStrength(password: string, about: string[] = []): Promise<void> {
  opened ??= open();
  const { score, feedback } = (await opened).check(password.slice(0, STRENGTH_LENGTH), about);
  if (score >= MIN_STRENGTH) return;
  const sentences = ['This password is too easy to guess.', feedback.warning, ...feedback.suggestions.slice(0, 1)];
  throw invalid('password', sentences.filter(Boolean).join(' '), 'weak_password');
}
