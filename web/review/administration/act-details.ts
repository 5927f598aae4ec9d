import type { AuditEntry } from '@scoville/contract/accounts/audit.ts';

const VALUES: Record<string, string> = { true: 'yes', false: 'no', null: 'none' };

/** Turns `isCurator` into `is curator`. */
const wordsOf = (field: string): string =>
  field.replace(/^_/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The details of an audited act in words: field names as separate words, and yes, no and none as their values. */
export function actDetails(details: AuditEntry['details']): string {
  const shown = ([name, value]: [string, string]): string =>
    name === 'changed'
      ? `changed: ${value.split(', ').map(wordsOf).join(', ')}`
      : `${wordsOf(name)}: ${VALUES[value] ?? value}`;
  return Object.entries(details).map(shown).join('; ');
}
