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
      'PENDING: not in DNS yet, so it does not sign emails. ACTIVE: signs emails. RETIRED: replaced, so you can remove its record',
  }),
  createdAt: Time(),
});

const RecordView = Part({
  purpose: OneOf(recordPurposes),
  type: OneOf(['TXT', 'MX']),
  name: Text('carillon-b8c8d2-rsa1._domainkey.example.com'),
  value: OrNull(Text('v=DKIM1; k=rsa; p=MIIB…'), {
    description: 'The value to publish. Null: see `advice`',
  }),
  isRequired: Type.Boolean({ description: 'Whether the domain is incomplete without this record' }),
  status: OneOf(recordStatuses, {
    description: 'UNKNOWN: the DNS servers did not respond, or Carillon cannot evaluate the record',
  }),
  finding: OneOf(recordFindings, { description: 'What the check found' }),
  found: Type.Array(Text('v=DKIM1; k=rsa; p=MIIB…'), { description: 'The published records' }),
  advice: Text('Add this record. Carillon signs your emails as soon as it finds the record.', {
    description: 'What to do, in English. For other languages, use `finding`',
  }),
});

const afterOwner = {
  domain: Text('example.com', { description: 'In lowercase. Non-ASCII letters are encoded' }),
  state: OneOf(domainStates, {
    description:
      'PENDING: Carillon found no key in DNS, so it does not sign emails. INCOMPLETE: Carillon signs emails, but another required record is missing or wrong',
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
