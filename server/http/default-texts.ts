import * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

const { localeError } = z.locales.en();

/** What a value should be, in words. */
const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** Gives a sentence to every refusal of a value whose schema has none of its own: programs of others read these. */
export const setDefaultTexts = (): void => {
  z.config({ localeError: textOf });
};

/** Names the field, and says what would be right. */
function textOf(issue: Issue): string {
  const what = issue.path?.length ? `The field “${issue.path.join('.')}”` : 'The request';
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${what} is required.`;
  if (issue.code === 'invalid_type') return `${what} must be ${KINDS[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'invalid_value') return `${what} must be ${anyOf.format(issue.values.map(String))}.`;
  if (issue.code === 'invalid_union') return `${what} is not valid.`;
  const english = localeError(issue);
  return `${what} is not valid: ${typeof english === 'string' ? english : (english?.message ?? issue.code)}.`;
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });
