import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['capital letters', 'Juno@Example.ORG', 'juno@example.org'],
  ['a domain in another script', 'juno@bücher.example', 'juno@xn--bcher-kva.example'],
  ['an added tag', 'juno+one+two@example.org', 'juno@example.org'],
  ['a tag without a name, which is kept as the name', '+juno@example.org', '+juno@example.org'],
  ['dots at Gmail', 'ju.n.o+x@googlemail.com', 'juno@gmail.com'],
  ['dots elsewhere', 'ju.no@example.org', 'ju.no@example.org'],
])('names the mailbox behind %s', (_, address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));
