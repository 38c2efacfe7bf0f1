import { domainGroupOf, domainGroupOfAddress } from './domain-groups';

it.each([
  ['gmail.com', 'GMAIL'],
  ['googlemail.com', 'GMAIL'],
  ['hotmail.co.uk', 'MICROSOFT'],
  ['outlook.com', 'MICROSOFT'],
  ['live.de', 'MICROSOFT'],
  ['msn.com', 'MICROSOFT'],
  ['yahoo.fr', 'YAHOO'],
  ['aol.com', 'YAHOO'],
  ['yahoo.co.jp', 'OTHER'],
  ['me.com', 'APPLE'],
  ['gmx.net', 'GMX'],
  ['web.de', 'GMX'],
  ['example.org', 'OTHER'],
  ['mail.gmail.com', 'OTHER'],
  ['constructor', 'OTHER'],
] as const)('puts %s in the group %s', (domain, group) => {
  expect(domainGroupOf(domain)).toBe(group);
  expect(domainGroupOfAddress(`"a@b"@${domain}`)).toBe(group);
});
