import { expect, it } from 'vitest';
import { classifyDeliveryFailure } from './delivery-failure.ts';

const at = (command: string, responseCode?: number, response = '') => ({
  code: 'EENVELOPE',
  command,
  ...(responseCode === undefined ? {} : { responseCode, response: `${responseCode} ${response}` }),
});

it.each([
  ['an address that is not there', at('RCPT TO', 550, '5.1.1 No such user'), 'address'],
  [
    'an address that is not there, on several lines',
    { ...at('RCPT TO', 550), response: '550-5.1.1 No\n550 5.1.1 user' },
    'address',
  ],
  ['an address that takes no mail at all', at('RCPT TO', 556, '5.1.10 Null MX'), 'address'],
  ['a refusal in few words', at('RCPT TO', 550, 'no'), 'doubt'],
  ['a word about us', at('RCPT TO', 550, 'relay not permitted'), 'doubt'],
  ['another word about us', at('RCPT TO', 550, 'Sender verify failed'), 'doubt'],
  ['a refusal that is not said to be final for the address', at('RCPT TO', 554, 'no'), 'mail'],
  ['our own address', at('RCPT TO', 553, '5.1.8 Bad sender system address'), 'mail'],
  ['the syntax of our own address', at('RCPT TO', 553, '5.1.7 Bad sender address'), 'mail'],
  ['a full mailbox', at('RCPT TO', 552, '5.2.2 Full'), 'mail'],
  ['a policy', at('RCPT TO', 550, '5.7.1 Blocked'), 'mail'],
  ['a full mailbox, for now', at('RCPT TO', 452, '4.2.2 Full'), 'later'],
  ['a mail that is not wanted', at('DATA', 554, '5.6.0 No'), 'mail'],
  ['a mail for later', at('DATA', 451, '4.3.0 Wait'), 'later'],
  ['a greeting that sends away', at('CONN', 554, 'no'), 'server'],
  ['a wrong password', at('AUTH PLAIN', 535, '5.7.8 no'), 'server'],
  ['a sender that is not ours', at('MAIL FROM', 550, '5.7.1 no'), 'server'],
  ['a connection that broke', at('DATA'), 'server'],
  ['something else', new Error('The SMTP server took too long.'), 'server'],
  ['an address that is none', { code: 'EENVELOPE', command: 'API' }, 'mail'],
  ['nothing', null, 'server'],
])('classifies %s', (_name, error, expected) => {
  expect(classifyDeliveryFailure(error)).toBe(expected);
});
