import type { Schemas } from '@carillon/sdk';
import { useLanguage } from '../../../../texts';

type Domain = Schemas['Domain'];
type DnsRecord = Domain['records'][number];

const en = {
  emptyTitle: 'Sign your emails',
  empty:
    'Gmail, Yahoo, and others accept bulk email only from domains with DKIM, SPF, and DMARC. Add the domain of your From addresses to see the DNS records that it needs.',
  hint: 'Carillon signs the emails of your mail servers with these domains, and checks their DNS records daily.',
  add: 'Add domain',
  name: 'Domain',
  nameText: 'The part of your From address after the @, such as example.com for news@example.com.',
  states: { PENDING: 'Not signed', INCOMPLETE: 'Signed, records missing', OK: 'Signed' } satisfies Record<
    Domain['state'],
    string
  >,
  checked: (time: string) => `Checked ${time}`,
  check: 'Check now',
  more: (domain: string) => `More actions for ${domain}`,
  rotate: 'New keys',
  rotateTitle: 'Create new keys?',
  rotateText:
    'After that, add the new records to DNS. Carillon uses the current keys until it finds the new records, so leave the current records in place.',
  deleteTitle: 'Delete this domain?',
  deleteText: (domain: string) => `Carillon no longer signs emails from ${domain}.`,
  records: (domain: string) => `DNS records of ${domain}`,
  show: 'DNS records',
  columns: { purpose: 'Purpose', record: 'Record', status: 'Status' },
  purposes: {
    DKIM: 'DKIM signature',
    SPF: 'SPF',
    DMARC: 'DMARC',
    BOUNCE_MX: 'Bounces',
    BIMI: 'BIMI logo',
  } satisfies Record<DnsRecord['purpose'], string>,
  statuses: { OK: 'OK', MISSING: 'Missing', WRONG: 'Wrong', UNKNOWN: 'Unknown' } satisfies Record<
    DnsRecord['status'],
    string
  >,
  optional: 'Optional',
  nameOf: 'Name',
  value: 'Value',
  copyName: (name: string) => `Copy the name ${name}`,
  copyValue: (name: string) => `Copy the value of ${name}`,
  found: 'Found in DNS:',
  senderState: (domain: string) => `${domain} is not set up completely`,
  senderNone: (domain: string) => `Sign emails from ${domain}`,
  warning:
    'Some email providers may reject your emails or deliver them as spam. Complete the DNS records first.',
  findings: {
    not_checked: 'Not checked yet.',
    dns_unavailable: 'The DNS servers did not respond. Check again later.',
    dkim_published: 'The key is published, and Carillon signs your emails with it.',
    dkim_missing: 'Add this record. Carillon signs your emails as soon as it finds the record.',
    dkim_optional: 'Optional. Add this record to also sign emails with a shorter key.',
    dkim_other_key: 'DNS contains another value. Replace it with this value, on one line.',
    dkim_retired: 'A new key has replaced this one. Remove the record after seven days.',
    spf_published: 'The record allows your mail server.',
    spf_unaligned:
      'The record allows your mail server. Bounces go to another domain, so DMARC relies on DKIM alone.',
    spf_missing: 'Add this record, so that receiving servers recognize your mail server.',
    spf_needs_sender:
      'Create a sender with your mail server (SMTP) and a From address in this domain. Then check again to see the record.',
    spf_several: 'A domain can have only one SPF record. Merge the records.',
    spf_invalid: 'The record, or a record that it includes, is invalid. Correct it.',
    spf_too_many_lookups:
      'The record needs more than 10 DNS lookups, so receiving servers ignore it. Remove includes that you no longer need.',
    spf_allows_all: 'The record allows every server to use your domain. Replace +all with ~all.',
    spf_lacks_server:
      'The record does not include the service that sends your email. Replace it with this value.',
    spf_server_unclear:
      'The record does not list the address of your mail server. If the server sends from this address, use this value.',
    dmarc_published: 'The policy is published.',
    dmarc_monitors:
      'The policy only monitors (p=none). When all your emails pass, change it to p=quarantine or p=reject.',
    dmarc_missing: 'Add this record. Gmail and Yahoo require it from bulk senders.',
    dmarc_several: 'A domain can have only one DMARC record. Remove the others.',
    dmarc_invalid: 'The record is invalid. Replace it with this value.',
    dmarc_strict:
      'The policy requires that the signing domain matches the From domain exactly. Remove adkim=s, or add that domain here.',
    mx_published: 'The domain receives email. Make sure that this email reaches Carillon.',
    mx_missing: 'Add an MX record that points to the bounce receiver. Ask your operator for its name.',
    bimi_published: 'A logo is published.',
    bimi_missing: 'Optional. Some email clients show the logo of a BIMI record.',
    bimi_needs_policy: 'Email clients show the logo only if the DMARC policy is p=quarantine or p=reject.',
  } satisfies Record<DnsRecord['finding'], string>,
};

/** The texts in one language. */
export type DomainTexts = typeof en;

const de: DomainTexts = {
  emptyTitle: 'E-Mails signieren',
  empty:
    'Gmail, Yahoo und andere nehmen Massen-E-Mails nur von Domains mit DKIM, SPF und DMARC an. Fügen Sie die Domain Ihrer Absenderadressen hinzu. Dann sehen Sie, welche DNS-Einträge nötig sind.',
  hint: 'Mit diesen Domains signiert Carillon die E-Mails Ihrer Mailserver. Die DNS-Einträge werden täglich geprüft.',
  add: 'Domain hinzufügen',
  name: 'Domain',
  nameText: 'Der Teil Ihrer Absenderadresse nach dem @. Bei news@example.com ist das example.com.',
  states: { PENDING: 'Nicht signiert', INCOMPLETE: 'Signiert, Einträge fehlen', OK: 'Signiert' },
  checked: (time) => `Geprüft: ${time}`,
  check: 'Jetzt prüfen',
  more: (domain) => `Weitere Aktionen für ${domain}`,
  rotate: 'Neue Schlüssel',
  rotateTitle: 'Neue Schlüssel erzeugen?',
  rotateText:
    'Tragen Sie danach die neuen Einträge im DNS ein. Carillon verwendet die bisherigen Schlüssel, bis es die neuen Einträge findet. Lassen Sie die bisherigen Einträge deshalb stehen.',
  deleteTitle: 'Diese Domain löschen?',
  deleteText: (domain) => `Carillon signiert E-Mails von ${domain} dann nicht mehr.`,
  records: (domain) => `DNS-Einträge von ${domain}`,
  show: 'DNS-Einträge',
  columns: { purpose: 'Zweck', record: 'Eintrag', status: 'Status' },
  purposes: {
    DKIM: 'DKIM-Signatur',
    SPF: 'SPF',
    DMARC: 'DMARC',
    BOUNCE_MX: 'Bounces',
    BIMI: 'BIMI-Logo',
  },
  statuses: { OK: 'OK', MISSING: 'Fehlt', WRONG: 'Falsch', UNKNOWN: 'Unbekannt' },
  optional: 'Optional',
  nameOf: 'Name',
  value: 'Wert',
  copyName: (name) => `Namen ${name} kopieren`,
  copyValue: (name) => `Wert von ${name} kopieren`,
  found: 'Im DNS steht:',
  senderState: (domain) => `${domain} ist nicht vollständig eingerichtet`,
  senderNone: (domain) => `E-Mails von ${domain} signieren`,
  warning:
    'Manche E-Mail-Anbieter lehnen Ihre E-Mails möglicherweise ab oder stellen sie als Spam zu. Vervollständigen Sie zuerst die DNS-Einträge.',
  findings: {
    not_checked: 'Noch nicht geprüft.',
    dns_unavailable: 'Die DNS-Server haben nicht geantwortet. Prüfen Sie später noch einmal.',
    dkim_published: 'Der Schlüssel ist eingetragen und signiert Ihre E-Mails.',
    dkim_missing: 'Fügen Sie diesen Eintrag hinzu. Sobald Carillon ihn findet, werden Ihre E-Mails signiert.',
    dkim_optional:
      'Optional. Mit diesem Eintrag werden E-Mails zusätzlich mit einem kürzeren Schlüssel signiert.',
    dkim_other_key:
      'Im DNS steht ein anderer Wert. Ersetzen Sie ihn durch den angezeigten Wert, ohne Zeilenumbruch.',
    dkim_retired: 'Ein neuer Schlüssel hat diesen ersetzt. Entfernen Sie den Eintrag nach sieben Tagen.',
    spf_published: 'Der Eintrag lässt Ihren Mailserver zu.',
    spf_unaligned:
      'Der Eintrag lässt Ihren Mailserver zu. Bounces gehen an eine andere Domain, daher zählt für DMARC nur DKIM.',
    spf_missing: 'Fügen Sie diesen Eintrag hinzu, damit empfangende Server Ihren Mailserver erkennen.',
    spf_needs_sender:
      'Richten Sie einen Absender mit Ihrem Mailserver (SMTP) und einer Adresse dieser Domain ein. Prüfen Sie dann noch einmal, um den Eintrag zu sehen.',
    spf_several: 'Eine Domain darf nur einen SPF-Eintrag haben. Führen Sie die Einträge zusammen.',
    spf_invalid: 'Der Eintrag oder ein Eintrag, auf den er verweist, ist ungültig. Korrigieren Sie ihn.',
    spf_too_many_lookups:
      'Der Eintrag braucht mehr als 10 DNS-Abfragen und wird deshalb ignoriert. Entfernen Sie Verweise, die Sie nicht mehr brauchen.',
    spf_allows_all:
      'Der Eintrag erlaubt jedem Server, Ihre Domain zu verwenden. Ersetzen Sie +all durch ~all.',
    spf_lacks_server:
      'Im Eintrag fehlt der Dienst, der Ihre E-Mails versendet. Ersetzen Sie ihn durch diesen Wert.',
    spf_server_unclear:
      'Die Adresse Ihres Mailservers steht nicht im Eintrag. Wenn der Server von dieser Adresse sendet, verwenden Sie diesen Wert.',
    dmarc_published: 'Die Richtlinie ist eingetragen.',
    dmarc_monitors:
      'Die Richtlinie beobachtet nur (p=none). Wenn alle Ihre E-Mails die Prüfung bestehen, ändern Sie sie in p=quarantine oder p=reject.',
    dmarc_missing: 'Fügen Sie diesen Eintrag hinzu. Gmail und Yahoo verlangen ihn beim Massenversand.',
    dmarc_several: 'Eine Domain darf nur einen DMARC-Eintrag haben. Entfernen Sie die übrigen.',
    dmarc_invalid: 'Der Eintrag ist ungültig. Ersetzen Sie ihn durch diesen Wert.',
    dmarc_strict:
      'Die Richtlinie verlangt, dass die signierende Domain genau der Absenderdomain entspricht. Entfernen Sie adkim=s oder fügen Sie diese Domain hier hinzu.',
    mx_published: 'Die Domain empfängt E-Mails. Stellen Sie sicher, dass sie bei Carillon ankommen.',
    mx_missing:
      'Fügen Sie einen MX-Eintrag für den Bounce-Empfänger hinzu. Den Namen erfahren Sie von Ihrem Betreiber.',
    bimi_published: 'Ein Logo ist eingetragen.',
    bimi_missing: 'Optional. Einige E-Mail-Programme zeigen das Logo eines BIMI-Eintrags.',
    bimi_needs_policy:
      'E-Mail-Programme zeigen das Logo nur, wenn die DMARC-Richtlinie p=quarantine oder p=reject ist.',
  },
};

export function useDomainTexts(): DomainTexts {
  return useLanguage().language === 'de' ? de : en;
}
