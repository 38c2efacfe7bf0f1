import {
  type Domain,
  dkimAlgorithms,
  domainKeyStates,
  domainStates,
  recordFindings,
  recordPurposes,
  recordStatuses,
} from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { operatorAdvice, recordAdvice } from './record-advice';

const KeyView = Part({
  selector: Text('carillon-b8c8d2-rsa1'),
  algorithm: OneOf(dkimAlgorithms),
  state: OneOf(domainKeyStates, {
    description:
      'PENDING: not found in DNS, so it does not sign. ACTIVE: signs. RETIRED: replaced, so its record can be removed',
  }),
  createdAt: Time(),
});

const RecordView = Part({
  purpose: OneOf(recordPurposes),
  type: OneOf(['TXT', 'MX']),
  name: Text('carillon-b8c8d2-rsa1._domainkey.example.com'),
  value: OrNull(Text('v=DKIM1; k=rsa; p=MIIB…'), {
    description: 'What to publish. Null: see `advice`',
  }),
  isRequired: Type.Boolean({ description: 'Whether the domain is incomplete without it' }),
  status: OneOf(recordStatuses, {
    description: 'UNKNOWN: the DNS servers did not answer, or the record cannot be judged',
  }),
  finding: OneOf(recordFindings, { description: 'What the check found' }),
  found: Type.Array(Text('v=DKIM1; k=rsa; p=MIIB…'), { description: 'The published records' }),
  advice: Text('Add this record. Emails are signed when it is found.', {
    description: 'What to do, in English. For other languages, use `finding`',
  }),
});

const afterOwner = {
  domain: Text('example.com', { description: 'In lowercase. Letters beyond ASCII are encoded' }),
  state: OneOf(domainStates, {
    description:
      'PENDING: emails are not signed, because no key was found in DNS. INCOMPLETE: emails are signed, and another required record is missing or wrong',
  }),
  keys: Type.Array(KeyView),
  records: Type.Array(RecordView, { description: 'The DNS records of the domain, as of the last check' }),
  checkedAt: OrNull(Time()),
  createdAt: Time(),
  updatedAt: Time({ description: 'When the keys were last replaced' }),
};

export const DomainView = View('Domain', { _id: Id(), user: Id(), ...afterOwner });

/** A domain of the default sender. */
export const OperatorDomainView = View('OperatorDomain', { _id: Id(), ...afterOwner });

/** A domain of a user. */
type OwnDomain = Domain & { userId: string };

export const presentDomain = presenter(DomainView, (domain: OwnDomain) => ({
  ...domain,
  _id: domain.id,
  user: domain.userId,
  records: domain.records.map((record) => ({ ...record, advice: recordAdvice[record.finding] })),
}));

export const presentOperatorDomain = presenter(OperatorDomainView, (domain: Domain) => ({
  ...domain,
  _id: domain.id,
  records: domain.records.map((record) => ({ ...record, advice: operatorAdvice[record.finding] })),
}));
