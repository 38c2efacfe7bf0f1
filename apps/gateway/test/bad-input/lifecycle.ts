import { GROUP, ID } from '../examples';
import { type Case, got, posted } from './case';

const scheduledAt = '2026-03-01T10:00:00Z';
const draft = { name: 'Spring', emailMessage: 'Hello', groups: [GROUP] };
const started = { ...draft, isStarted: true };
const create = posted('/campaigns/create');
const publish = posted('/campaigns/publish');
const scheduled = (fields: object): object => ({ campaignId: ID, scheduledAt, ...fields });

export const wrongSchedules: Case[] = [
  create('a schedule for a draft', { ...draft, scheduledAt }, 'scheduledAt', 'not_allowed'),
  create(
    'a schedule for what is not to start',
    { ...draft, isStarted: false, scheduledAt },
    'scheduledAt',
    'not_allowed',
  ),
  create('a lateness for a draft', { ...draft, maxLateness: 60 }, 'maxLateness', 'not_allowed'),
  create('a lateness without a schedule', { ...started, maxLateness: 60 }, 'maxLateness', 'not_allowed'),
  create('a schedule that is not a time', { ...started, scheduledAt: 'noon' }, 'scheduledAt', 'invalid_time'),
  publish(
    'a schedule without a zone',
    scheduled({ scheduledAt: '2026-03-01T10:00:00' }),
    'scheduledAt',
    'invalid_time',
  ),
  publish(
    'a schedule on an impossible day',
    scheduled({ scheduledAt: '2026-02-30T10:00:00Z' }),
    'scheduledAt',
    'invalid_time',
  ),
  publish('a schedule as a number', scheduled({ scheduledAt: 1772359200000 }), 'scheduledAt', 'wrong_type'),
  publish('an empty schedule', scheduled({ scheduledAt: '' }), 'scheduledAt', 'invalid_time'),
  publish('a lateness of less than a minute', scheduled({ maxLateness: 59 }), 'maxLateness', 'too_small'),
  publish('a lateness of more than a week', scheduled({ maxLateness: 604_801 }), 'maxLateness', 'too_big'),
  publish('a lateness with a fraction', scheduled({ maxLateness: 60.5 }), 'maxLateness', 'wrong_type'),
  publish('a lateness that is null', scheduled({ maxLateness: null }), 'maxLateness', 'wrong_type'),
  publish(
    'a lateness beside a schedule of null',
    { campaignId: ID, scheduledAt: null, maxLateness: 60 },
    'maxLateness',
    'not_allowed',
  ),
];

const reschedule = posted(`/campaigns/${ID}/reschedule`);
const retry = posted(`/campaigns/${ID}/retry`);

const ask = posted(`/campaigns/${ID}/request-approval`);

export const wrongApprovals: Case[] = [
  ask('a start time without a start', { scheduledAt }, 'scheduledAt', 'not_allowed'),
  ask('a lateness without a start time', { isStarted: true, maxLateness: 60 }, 'maxLateness', 'not_allowed'),
  ask('a start that is a text', { isStarted: 'true' }, 'isStarted', 'wrong_type'),
  ask('a blank note', { note: ' ' }, 'note', 'empty'),
  ask('a long note', { note: 'x'.repeat(2_001) }, 'note', 'too_long'),
  ask('NUL in a note', { note: 'a\0' }, 'note', 'invalid_text'),
  ask('a note of null', { note: null }, 'note', 'wrong_type'),
  posted(`/campaigns/${ID}/withdraw-approval`)(
    'a body for withdrawing',
    { note: 'x' },
    'note',
    'unknown_field',
  ),
  ['no requirement', 'PATCH', '/account/approval', {}, 'required', 'required'],
  ['a requirement of null', 'PATCH', '/account/approval', { required: null }, 'required', 'wrong_type'],
  [
    'another field of it',
    'PATCH',
    '/account/approval',
    { required: true, members: 2 },
    'members',
    'unknown_field',
  ],
  got('an unknown state of approvals', '/campaigns?approval=pending', 'query.approval', 'not_allowed'),
];

export const wrongLifecycle: Case[] = [
  ...['pause', 'resume', 'cancel', 'unschedule'].map((step) =>
    posted(`/campaigns/${ID}/${step}`)(`a body for ${step}`, { force: true }, 'force', 'unknown_field'),
  ),
  reschedule('no time', {}, 'scheduledAt', 'required'),
  reschedule('a time of null', { scheduledAt: null }, 'scheduledAt', 'wrong_type'),
  reschedule('a time without a zone', { scheduledAt: '2026-12-24T18:00:00' }, 'scheduledAt', 'invalid_time'),
  reschedule(
    'a short lateness',
    { scheduledAt: '2026-12-24T18:00:00Z', maxLateness: 59 },
    'maxLateness',
    'too_small',
  ),
  retry('an unknown field', { addresses: [] }, 'addresses', 'unknown_field'),
  retry('a state that is not retried', { states: ['FAILED', 'SENT'] }, 'states.1', 'not_allowed'),
  retry('no state', { states: [] }, 'states', 'empty'),
  retry('a state that is not in a list', { states: 'FAILED' }, 'states', 'wrong_type'),
  retry('states that are null', { states: null }, 'states', 'wrong_type'),
  retry('an unknown channel', { channels: ['fax'] }, 'channels.0', 'not_allowed'),
  retry('no channel', { channels: [] }, 'channels', 'empty'),
  retry('no reason', { reasons: [] }, 'reasons', 'empty'),
  retry('an empty reason', { reasons: ['TIMEOUT', ''] }, 'reasons.1', 'empty'),
  retry('a reason of 65 characters', { reasons: ['X'.repeat(65)] }, 'reasons.0', 'too_long'),
  retry('51 reasons', { reasons: Array.from({ length: 51 }, () => 'X') }, 'reasons', 'too_many'),
  retry('a reason that is a number', { reasons: [550] }, 'reasons.0', 'wrong_type'),
];
