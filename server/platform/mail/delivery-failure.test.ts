import { expect, it } from 'vitest';
import { classifyDeliveryFailure } from './delivery-failure.ts';

const at = (command: string, responseCode?: number, response = '') => ({
  code: 'EENVELOPE',
  command,
  ...(responseCode === undefined ? {} : { responseCode, response: `${responseCode} ${response}` }),
});

it.each([
  ['an address that doesn’t exist', at('RCPT TO', 550, '5.1.1 No such user'), 'address'],
  [
    'an address that doesn’t exist, in a reply of several lines',
    { ...at('RCPT TO', 550), response: '550-5.1.1 No\n550 5.1.1 user' },
    'address',
  ],
  ['a domain that accepts no mail', at('RCPT TO', 556, '5.1.10 Null MX'), 'address'],
  ['a refusal without a reason', at('RCPT TO', 550, 'no'), 'doubt'],
  ['a refusal to relay for us', at('RCPT TO', 550, 'relay not permitted'), 'doubt'],
  ['a refusal of our address as the sender', at('RCPT TO', 550, 'Sender verify failed'), 'doubt'],
  ['a refusal that isn’t final for the address', at('RCPT TO', 554, 'no'), 'mail'],
  ['a bad domain in our own address', at('RCPT TO', 553, '5.1.8 Bad sender system address'), 'mail'],
  ['bad syntax of our own address', at('RCPT TO', 553, '5.1.7 Bad sender address'), 'mail'],
  ['a full mailbox', at('RCPT TO', 552, '5.2.2 Full'), 'mail'],
  ['a refusal by policy', at('RCPT TO', 550, '5.7.1 Blocked'), 'mail'],
  ['a temporarily full mailbox', at('RCPT TO', 452, '4.2.2 Full'), 'later'],
  ['a rejected mail', at('DATA', 554, '5.6.0 No'), 'mail'],
  ['a deferred mail', at('DATA', 451, '4.3.0 Wait'), 'later'],
  ['a greeting that refuses us', at('CONN', 554, 'no'), 'server'],
  ['a wrong password', at('AUTH PLAIN', 535, '5.7.8 no'), 'server'],
  ['a sender that the server refuses', at('MAIL FROM', 550, '5.7.1 no'), 'server'],
  ['a connection that broke', at('DATA'), 'server'],
  ['another error', new Error('The SMTP server took too long.'), 'server'],
  ['an invalid address', { code: 'EENVELOPE', command: 'API' }, 'mail'],
  ['no error', null, 'server'],
])('classifies %s', (_name, error, expected) => {
  expect(classifyDeliveryFailure(error)).toBe(expected);
});
