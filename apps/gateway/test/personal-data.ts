import type {
  Erasure,
  Membership,
  PersonLine,
  PersonSignUp,
  PersonVersion,
  Reply,
} from '@carillon/contracts';
import { ID, at, later, subscriber } from './examples';
import { USER } from './callers';

/** The stored data of a person in these tests. */

export const membership: Membership = {
  ...subscriber,
  groupName: 'Friends',
  consent: { source: 'KEY', keyId: ID, at, given: { source: 'Form at /news', at } },
};

export const personVersion: PersonVersion = {
  ...{ id: `${ID}-1`, channels: [{ channel: 'EMAIL', address: 'ann@example.com' }] },
  ...{ attributes: { city: 'Bergen' }, locale: null, country: 'NO', until: later },
};

export const eligibility: Reply<'person.eligibility'> = {
  suppressions: [
    {
      id: ID,
      channel: 'EMAIL',
      causes: [{ reason: 'MANUAL', sender: null, at, source: ID }],
      doubtedAt: null,
      lifted: [
        {
          ...{ reason: 'STOPPED', sender: null, source: 'message SM1', createdAt: at, liftedAt: later },
          liftedBy: { type: 'RECIPIENT', source: 'message SM2' },
        },
      ],
    },
  ],
  lastInboundAt: null,
  helpAnswers: [{ channel: 'SMS', at }],
};

export const signUp: PersonSignUp = {
  ...{ id: ID, formId: ID, groupId: ID, title: 'Choir news', wording: 'Send me news.', wordingVersion: 1 },
  answers: { firstName: 'Ann' },
  requested: { at, ip: '192.0.2.7', userAgent: 'Mozilla/5.0' },
  mailedAt: at,
  confirmed: { at: later, ip: null, userAgent: null },
  joinedAt: later,
};

export const personLine: PersonLine = {
  importId: ID,
  kind: 'ADD',
  line: 2,
  reason: 'integration: required',
  text: ',ann@example.com',
};

export const erasure: Erasure = {
  id: ID,
  userId: USER,
  kind: 'PERSON',
  state: 'RUNNING',
  requestedAt: at,
  requestedBy: { role: 'user', keyId: ID },
  finishedAt: null,
  services: [
    { service: 'subscriber', erasedAt: later },
    { service: 'dispatcher', erasedAt: null },
  ],
};
