import { expect, it } from 'vitest';
import { sourcesOfHandlers } from '../testkit/calls-of-endpoints.ts';
import { declaredEndpointNames } from '../testkit/contract.ts';
import { unreadFields } from '../testkit/fields-of-endpoints.ts';

/** Endpoints that aren't in the list of routes. */
const ELSEWHERE = ['events', 'health'];

/** Fields that the contract itself reads, so that handlers don't need to. */
const READ_BY_CONTRACT = [
  'POST /api/users/ body emailConfirmation',
  'POST /api/users/ body passwordConfirmation',
  ...['albums', 'bands', 'professions', 'schools', 'donationMethods', 'contactMethods'].flatMap((list) =>
    // `mergeEntries` reads these.
    ['ids', 'changed'].map((name) => `PUT /api/users/:id body editedFrom.${list}.${name}`),
  ),
];

it('every field that an endpoint accepts is read by the code that its handler runs', async () => {
  const handlers = sourcesOfHandlers();
  expect([...(await declaredEndpointNames()).keys()].filter((name) => !handlers.has(name)).toSorted()).toEqual(
    ELSEWHERE,
  );
  expect((await unreadFields()).toSorted()).toEqual(READ_BY_CONTRACT.toSorted());
});
