import type { RecordFinding } from '@carillon/contracts';

/** A sentence or two for each finding. */
export const recordAdvice: Readonly<Record<RecordFinding, string>> = {
  not_checked: 'This record has not been checked yet.',
  dns_unavailable: 'The DNS servers did not respond. Check again later.',
  dkim_published: 'The key is published, and Carillon signs your emails with it.',
  dkim_missing: 'Add this record. Carillon signs your emails as soon as it finds the record.',
  dkim_optional: 'Optional. Add this record to also sign emails with a shorter key.',
  dkim_other_key:
    'The record contains another value. Replace it with this value, on one line. Remove any other records with this name.',
  dkim_retired:
    'A new key has replaced this one. Remove the record after seven days, when all emails are delivered.',
  spf_published: 'The record allows your mail server.',
  spf_unaligned:
    'The record allows your mail server. The return path belongs to another domain, so DMARC relies on DKIM alone.',
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
    'The record does not list the address of your mail server. If the server sends email from this address, replace the record with this value.',
  dmarc_published: 'The policy is published.',
  dmarc_monitors:
    'The policy only monitors (p=none). When all your emails pass, change it to p=quarantine or p=reject.',
  dmarc_missing: 'Add this record. Gmail and Yahoo require it from bulk senders.',
  dmarc_several: 'A domain can have only one DMARC record. Remove the others.',
  dmarc_invalid: 'The record is invalid. Replace it with this value.',
  dmarc_strict:
    'The policy requires that the signing domain matches the From domain exactly (adkim=s). Remove adkim=s, or add the domain of your From address in Carillon.',
  mx_published: 'The domain receives email. Make sure that this email reaches the bounce receiver.',
  mx_missing: 'Add an MX record that points to the bounce receiver. Ask your operator for its name.',
  bimi_published: 'A logo is published.',
  bimi_missing: 'Optional. Add a BIMI record to show your logo in some email clients.',
  bimi_needs_policy: 'Email clients show the logo only if the DMARC policy is p=quarantine or p=reject.',
};

/** For the domains of the default sender. */
export const operatorAdvice: typeof recordAdvice = {
  ...recordAdvice,
  spf_needs_sender:
    'Set DEFAULT_SMTP_URL, and set DEFAULT_FROM to an address in this domain. Then check again to see the record.',
  mx_missing:
    'Add an MX record that points to the bounce receiver, because DEFAULT_BOUNCE_DOMAIN names this domain.',
};
