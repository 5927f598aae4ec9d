import { addPerformance } from '@scoville/contract/community/performances.ts';
import { expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { ShowForm, bodyOf, changesOf, formOf } from './show-fields.ts';

const FILLED = {
  ...formOf(null),
  name: 'Kettle Night',
  date: '2026-12-04',
  time: '20:00',
  timeZone: 'America/Chicago',
  cost: '5',
  numPerformances: '2',
  website: 'https://minglewood.example.org',
};
const refusals = (form: object) =>
  Object.fromEntries((ShowForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path[0], message]));

it('VA-34 an empty form reports the required fields', () => {
  expect(refusals(formOf(null))).toEqual({
    name: 'Name is required',
    date: 'Date is required',
    time: 'Time is required',
  });
});

it('the body has numbers as numbers, null for empty fields, and no price for a free show', () => {
  expect(bodyOf(FILLED)).toMatchObject({ cost: 5, numPerformances: 2, placeDetails: { website: FILLED.website } });
  expect(bodyOf({ ...FILLED, cost: '', numPerformances: ' ' })).toMatchObject({ cost: null, numPerformances: null });
  expect(bodyOf({ ...FILLED, isFree: true })).toMatchObject({ cost: null, isFree: true });
  expect(refusals({ ...FILLED, cost: 'five', numPerformances: '0', ticketLink: 'javascript:alert(1)' })).toEqual({
    cost: 'Enter an amount in dollars, such as 12 or 12.50.',
    numPerformances: 'Enter a number from 1 to 1,000.',
    ticketLink: 'Enter an address that begins with https:// or http://.',
  });
});

it('the form accepts the same maximum values as the call, and nothing above them', () => {
  const most = { ...FILLED, cost: '100000.00', numPerformances: '1000' };
  expect(refusals(most)).toEqual({});
  expect(safeParse(addPerformance.body, bodyOf(most)).success).toBe(true);
  for (const more of [{ cost: '100000.01' }, { numPerformances: '1001' }]) {
    expect(refusals({ ...FILLED, ...more })).toHaveProperty(Object.keys(more));
    const body = {
      ...bodyOf(FILLED),
      ...Object.fromEntries(Object.entries(more).map(([name, of]) => [name, Number(of)])),
    };
    expect(safeParse(addPerformance.body, body).success).toBe(false);
  }
});

it('a form that is filled from a show has the values with which the show was created', () => {
  const show = {
    ...bodyOf(FILLED),
    id: 'x',
    performer: 'y',
    geo_loc: null,
    startsAt: '',
    pastFrom: '',
    venue: '',
    town: '',
    timeZone: 'America/Chicago',
    notes: '',
    cost: 5,
    isFree: false,
    numPerformances: 2,
    ticketLink: null,
    placeDetails: { website: FILLED.website },
  };
  expect(formOf(show)).toEqual({ ...FILLED, cost: '5.00' });
});

it('a change contains only the fields that differ from the start of editing, with those that belong to them', () => {
  const told = (change: object) => changesOf(FILLED, { ...FILLED, ...change });
  expect(told({})).toEqual({});
  expect(told({ cost: ' 5.00 ' })).toEqual({});
  expect(told({ date: '2026-12-05' })).toEqual({ date: '2026-12-05' });
  expect(told({ website: '' })).toEqual({ placeDetails: { website: '' } });
  expect(told({ town: 'Phoenix, AZ' })).toEqual({ town: 'Phoenix, AZ', timeZone: 'America/Chicago' });
  expect(told({ timeZone: 'UTC' })).toEqual({ timeZone: 'UTC' });
  expect(told({ cost: '6' })).toEqual({ cost: 6, isFree: false });
  expect(told({ isFree: true })).toEqual({ cost: null, isFree: true });
  expect(changesOf({ ...FILLED, cost: '' }, { ...FILLED, cost: '', isFree: true })).toEqual({
    cost: null,
    isFree: true,
  });
});
