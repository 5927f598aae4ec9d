import type { AuditEntry } from '@scoville/contract/audit.ts';

const VALUES: Record<string, string> = { true: 'yes', false: 'no', null: 'none' };

/** `isCurator` as `is curator`. */
const wordsOf = (field: string): string =>
  field.replace(/^_/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What an act asked for, in words: the names of fields as they are spoken, and yes, no and none as their values. */
export function actDetails(details: AuditEntry['details']): string {
  const shown = ([name, value]: [string, string]): string =>
    name === 'changed'
      ? `changed: ${value.split(', ').map(wordsOf).join(', ')}`
      : `${wordsOf(name)}: ${VALUES[value] ?? value}`;
  return Object.entries(details).map(shown).join('; ');
}
