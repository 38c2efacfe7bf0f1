import { Type } from '@sinclair/typebox';

/**
 * Email domains by the provider that operates their mailboxes, and limits emails to all of them together. The domains
 * are those of public mailboxes. Which provider hosts a domain of a company or a person is unknown without a look-up of
 * its MX records, so such domains are in `OTHER`.
 */
const domainTable = {
  GMAIL: ['gmail.com', 'googlemail.com'],
  MICROSOFT: [
    ...of('outlook', 'at be cl co.id co.il co.nz co.th com com.ar com.au com.br com.gr com.pe com.tr com.vn'),
    ...of('outlook', 'cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk'),
    ...of('hotmail', 'at be ca ch cl co co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com com.ar'),
    ...of(
      'hotmail',
      'com.au com.br com.hk com.mx com.tr com.tw com.vn cz de dk es fi fr gr hu it lt lv my nl no',
    ),
    ...of('hotmail', 'ph rs se sg sk'),
    ...of(
      'live',
      'at be ca ch cl cn co.in co.kr co.uk co.za com com.ar com.au com.mx com.my com.ph com.pt com.sg',
    ),
    ...of('live', 'de dk fi fr hk ie in it jp nl no ru se'),
    ...['msn.com', 'passport.com', 'windowslive.com'],
  ],
  // The mailboxes of AOL, and of some American carriers, are at Yahoo. Yahoo Japan is another company.
  YAHOO: [
    ...of(
      'yahoo',
      'at be bg ca cl co.hu co.id co.il co.in co.kr co.nz co.th co.uk co.za com com.ar com.au com.br',
    ),
    ...of(
      'yahoo',
      'com.co com.hk com.mx com.my com.ph com.sg com.tr com.tw com.vn cz de dk es fi fr gr hu ie in it',
    ),
    ...of('yahoo', 'lt lv nl no pl pt ro se sk'),
    ...['myyahoo.com', 'rocketmail.com', 'yahoomail.com', 'ymail.com'],
    ...of('aol', 'at be ch co.nz co.uk com com.ar com.au com.br com.mx cz de dk es fi fr in it jp nl pl se'),
    ...['aim.com', 'cs.com', 'netscape.net', 'wow.com'],
    ...['ameritech.net', 'att.net', 'bellsouth.net', 'flash.net', 'nvbell.net', 'pacbell.net', 'prodigy.net'],
    ...['sbcglobal.net', 'snet.net', 'swbell.net', 'frontier.com', 'frontiernet.net', 'verizon.net'],
  ],
  APPLE: ['icloud.com', 'mac.com', 'me.com', 'privaterelay.appleid.com'],
  // GMX, WEB.DE, and mail.com share servers.
  GMX: [
    ...of('gmx', 'at biz ch co.uk com de es eu fr info it net org us'),
    ...['caramail.com', 'caramail.fr', 'email.com', 'mail.com', 'web.de'],
  ],
} as const satisfies Record<string, readonly string[]>;

/** The groups in the order in which they are shown. */
export const domainGroups = ['GMAIL', 'MICROSOFT', 'YAHOO', 'APPLE', 'GMX', 'OTHER'] as const;
/** A group of recipient domains whose mailboxes are at the same provider. `OTHER`: all domains that are in no group. */
export type DomainGroup = (typeof domainGroups)[number];
export const DomainGroup = Type.Union(domainGroups.map((group) => Type.Literal(group)));

const groupOf = new Map<string, DomainGroup>(
  Object.entries(domainTable).flatMap(([group, domains]) =>
    domains.map((domain): [string, DomainGroup] => [domain, group as keyof typeof domainTable]),
  ),
);

/** The group of a domain in lower case. */
export function domainGroupOf(domain: string): DomainGroup {
  return groupOf.get(domain) ?? 'OTHER';
}

/** The domain of an address in canonical form. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** The group of a canonical email address. */
export function domainGroupOfAddress(address: string): DomainGroup {
  return domainGroupOf(domainOf(address));
}

/** The domains of a name under several endings. */
function of(name: string, endings: string): string[] {
  return endings.split(' ').map((ending) => `${name}.${ending}`);
}
