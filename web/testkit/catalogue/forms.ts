import { finishSecondFactor, secondFactorChoice } from '@scoville/contract/accounts/second-factor.ts';
import { captchaChallenge } from '@scoville/contract/platform/http/captcha.ts';
import { unsubscribe } from '@scoville/contract/community/notifications/unsubscribe.ts';
import { userEvent } from 'vitest/browser';
import { member, musician } from '../accounts.ts';
import { fake, refused } from '../api.ts';
import { CHALLENGE } from '../samples/captcha.ts';
import { SONG } from './ids.ts';
import { fakeWith } from './answer-all.ts';
import { fill, inTurn, press, pressIn, pressInMain, tick, until } from './press.ts';
import type { StateRows } from './row.ts';

const PROVIDERS = { signIn: { providers: [{ name: 'corp', label: 'Corp' }] } };

const byCode = () => void fake(secondFactorChoice, { totp: true, passkey: null });

const wrongCode = () => {
  byCode();
  const message = 'This code is wrong, or was used already.';
  fake(finishSecondFactor, refused(400, message, [{ field: 'code', message }]));
};

/** States of the visitors' and members' forms: with errors, and after they were sent. */
export const forms: StateRows = {
  'the form to sign in': [
    { state: 'with errors', at: '/login', open: pressInMain('Sign in'), says: /valid email/ },
    {
      state: 'after a refusal by a provider',
      at: '/login?refusal=cancelled',
      settings: PROVIDERS,
      says: /^You were not signed in/,
    },
    { state: 'of a suspended account', at: '/login?refusal=suspended', says: 'Contact us' },
    { state: 'asking for a code', at: '/login?secondFactor=true', answers: byCode, says: 'Code from your app' },
    {
      state: 'after a wrong code',
      at: '/login?secondFactor=true',
      answers: wrongCode,
      open: inTurn(fill({ 'Code from your app': '000000' }), pressInMain('Sign in')),
      says: /^This code is wrong/,
    },
    {
      state: 'asking for a recovery code',
      at: '/login?secondFactor=true',
      answers: byCode,
      open: press('Use a recovery code'),
      says: 'Recovery code',
    },
  ],
  'the form to sign up': [
    { state: 'with errors', at: '/signup', open: pressInMain('Create account'), says: /valid email/ },
  ],
  'the form for a forgotten password': [
    {
      state: 'once it is sent',
      at: '/forgot',
      open: inTurn(fill({ Email: 'juno@example.org' }), pressInMain('Send instructions')),
      says: 'Instructions Sent',
    },
  ],
  'the form to delete an account': [
    {
      state: 'with errors',
      at: '/account/delete',
      as: member,
      open: pressInMain('Delete my account'),
      says: /valid email/,
    },
  ],
  'the contact form': [
    { state: 'with errors', at: '/help/contact', open: pressInMain('Send message'), says: 'Name is required.' },
    {
      state: 'once it is sent',
      at: '/help/contact',
      as: member,
      answers: () => void fake(captchaChallenge, CHALLENGE),
      open: inTurn(fill({ Message: 'Salt.' }), tick('I am not a robot'), until('Done.'), pressInMain('Send message')),
      says: /^Thank you\. The answer will come to/,
    },
  ],
  'the takedown request': [
    {
      state: 'with errors',
      at: '/help/takedown',
      open: pressInMain('Send request'),
      says: 'Paste the link of the song or video.',
    },
  ],
  'the form to unsubscribe': [
    {
      state: 'once it is sent',
      at: '/account/unsubscribe?email=juno@example.org',
      as: member,
      answers: () => fakeWith(unsubscribe, { confirmed: true }),
      open: pressInMain('Unsubscribe'),
      says: 'You are unsubscribed',
    },
    {
      state: 'from a musician',
      at: `/account/unsubscribe?email=juno@example.org&subscriptionId=${SONG}`,
      says: 'Cancel the subscription',
    },
  ],
  'the dialog to subscribe to a musician': [
    {
      state: 'by email, with errors',
      at: '/juno',
      open: inTurn(press(/^Subscribe/, 'By email, without an account'), pressIn('Subscribe')),
      says: 'Please enter a valid email.',
    },
    {
      state: 'by email, once it is sent',
      at: '/juno',
      open: inTurn(
        press(/^Subscribe/, 'By email, without an account'),
        tick(/^Curated/),
        fill({ Email: 'juno@example.org', 'Confirm email': 'juno@example.org' }),
        pressIn('Subscribe'),
      ),
      says: /we sent an email to/,
    },
    { state: 'of a member', at: '/juno', as: member, open: press(/^Subscribe/), says: /^Curated/ },
  ],
  'the dialog of a new playlist': [
    {
      state: 'with an error',
      at: '/playlists',
      as: member,
      open: inTurn(press('New playlist'), pressIn('Create')),
      says: 'Name is required',
    },
    {
      state: 'asking whether to discard it',
      at: '/playlists',
      as: member,
      open: inTurn(press('New playlist'), fill({ Name: 'Mornings' }), () => userEvent.keyboard('{Escape}')),
      says: /^What you entered here will be lost/,
    },
  ],
  'the dialog of a report': [
    {
      state: 'with an error',
      at: `/juno/${SONG}`,
      as: member,
      open: inTurn(press(/^More/, 'Report'), pressIn('Report')),
      says: 'Choose a reason.',
    },
  ],
  'the form of a show': [
    {
      state: 'with errors',
      at: '/account/performances?add=true',
      as: musician,
      open: pressInMain('Save'),
      says: 'Name is required',
    },
  ],
};
