import { type Case, posted } from './case';

const domain = posted('/domains');

export const wrongDomains: Case[] = [
  domain('a domain without a name', {}, 'domain', 'required'),
  domain('a domain that is a number', { domain: 1 }, 'domain', 'wrong_type'),
  domain('a domain of one label', { domain: 'localhost' }, 'domain', 'not_allowed'),
  domain('an address as a domain', { domain: 'a@example.com' }, 'domain', 'not_allowed'),
  domain('a URL as a domain', { domain: 'https://example.com' }, 'domain', 'not_allowed'),
  domain('an IP address as a domain', { domain: '192.0.2.1' }, 'domain', 'not_allowed'),
  domain('a domain with a space', { domain: 'exa mple.com' }, 'domain', 'not_allowed'),
  domain(
    'a long domain',
    { domain: `${'a'.repeat(60)}.`.repeat(3) + 'x'.repeat(20) + '.com' },
    'domain',
    'too_long',
  ),
  domain('a domain with a key', { domain: 'example.com', privateKey: 'x' }, 'privateKey', 'unknown_field'),
];
