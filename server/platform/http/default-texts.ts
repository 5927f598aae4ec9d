import * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

/** The expected kind of a value, in words. */
const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** Sets a message for every refusal whose schema has none, for developers of API clients. */
export const setDefaultTexts = (): void => {
  z.config({ localeError: textOf });
};

/** The unit of a length, by Zod's `origin`. */
const UNITS: Record<string, string> = { string: 'character', array: 'entry', set: 'entry', file: 'byte' };
const MANY: Record<string, string> = { character: 'characters', entry: 'entries', byte: 'bytes' };

/** Descriptions of standard formats. */
const FORMATS: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id',
  datetime: 'a moment such as 2026-11-29T12:00:00Z',
  date: 'a date such as 2026-11-29',
  time: 'a time such as 12:00:00',
  base64: 'base64',
  base64url: 'base64url',
  json_string: 'JSON',
};

/** A sentence with the name of the field and the expected value. */
function textOf(issue: Issue): string {
  const what = issue.path?.length ? `The field “${issue.path.join('.')}”` : 'The request';
  return `${what} ${demandOf(issue)}.`;
}

function demandOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${anyOf.format(issue.values.map(String))}`;
    case 'too_big':
      return bounded(issue.origin, 'most', issue.maximum, issue.inclusive !== false);
    case 'too_small':
      return bounded(issue.origin, 'least', issue.minimum, issue.inclusive !== false);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS[issue.format] === undefined ? 'does not have the right form' : `must be ${FORMATS[issue.format]}`;
    case 'unrecognized_keys':
      return `must not have ${anyOf.format(issue.keys.map((key) => `“${key}”`))}`;
    default:
      return 'is not valid';
  }
}

/** Describes a bound of a number, a text, a list or a file. */
function bounded(origin: string, end: 'most' | 'least', bound: number | bigint | Date, isInclusive: boolean): string {
  const number = bound instanceof Date ? bound.toISOString() : Number(bound);
  const unit = UNITS[origin];
  if (unit === undefined)
    return `must be ${isInclusive ? `at ${end}` : end === 'most' ? 'less than' : 'more than'} ${number}`;
  if (end === 'least' && number === 1) return 'must not be empty';
  return `must have at ${end} ${number} ${number === 1 ? unit : MANY[unit]}`;
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });
