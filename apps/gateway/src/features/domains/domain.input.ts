import { parseEmail } from '@carillon/address';
import { issue } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { Holds, stringRule } from '../../http/input/rule';

/** `_domainkey` and the selector come before the domain, and a name in DNS has at most 253 characters. */
const MAX_DOMAIN = 200;

const domainRule = stringRule({ minLength: 3, maxLength: MAX_DOMAIN, examples: ['example.com'] }, (text) => {
  const domain = canonicalDomain(text);
  if (domain === null)
    return issue('not_allowed', 'Must be a domain, such as example.com, without a protocol or a path');
  return domain.length > MAX_DOMAIN ? issue('too_long', `Must have at most ${MAX_DOMAIN} characters`) : [];
});

export class CreateDomain {
  @ApiProperty({
    description: 'The part of your From addresses after the @. Non-ASCII letters are encoded',
  })
  @Holds('isDomain', domainRule)
  readonly domain!: string;
}

/** In lowercase A-labels. Null: not a domain. */
export function canonicalDomain(text: string): string | null {
  const parsed = parseEmail(`a@${text}`);
  return parsed.ok && !text.includes('@') ? parsed.address.slice(2) : null;
}
