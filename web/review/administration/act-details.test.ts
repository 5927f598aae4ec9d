import { expect, it } from 'vitest';
import { actDetails } from './act-details.ts';

it('the details of an act are shown in words', () => {
  expect(actDetails({ role: 'admin', isCurator: 'true', published: 'false', adWindow: 'null' })).toBe(
    'role: admin; is curator: yes; published: no; ad window: none',
  );
  expect(actDetails({ _type: 'Musician', changed: 'firstName, curationMessage' })).toBe(
    'type: Musician; changed: first name, curation message',
  );
  expect(actDetails({ decision: 'upheld', reason: 'It was a copy, SeeHear true' })).toBe(
    'decision: upheld; reason: It was a copy, SeeHear true',
  );
  expect(actDetails({})).toBe('');
});
