import { GROUP, ID } from '../examples';
import { type Case, got } from './case';

export const wrongLists: Case[] = [
  ['a body where none is taken', 'GET', '/campaigns', { userId: ID }, 'userId', 'unknown_field'],
  got('no group for subscribers', '/subscribers', 'groupId', 'required'),
  got('a group id in the query that is none', '/subscribers?groupId=x', 'query.groupId', 'invalid_id'),
  ['a group id in the body that is none', 'GET', '/subscribers', { groupId: 'x' }, 'groupId', 'invalid_id'],
  ['body against query', 'GET', `/subscribers?groupId=${GROUP}`, { groupId: ID }, 'groupId', 'conflict'],
  ['a limit in the body', 'GET', '/subscribers', { groupId: GROUP, limit: 5 }, 'limit', 'unknown_field'],
  got('a limit of zero', '/campaigns?limit=0', 'query.limit', 'too_small'),
  got('a negative limit', '/campaigns?limit=-1', 'query.limit', 'too_small'),
  got('a limit of 1001', '/campaigns?limit=1001', 'query.limit', 'too_big'),
  got('a limit that is no number', '/campaigns?limit=ten', 'query.limit', 'wrong_type'),
  got('a limit with a fraction', '/campaigns?limit=1.5', 'query.limit', 'wrong_type'),
  got('no limit after the sign', '/campaigns?limit=', 'query.limit', 'wrong_type'),
  got('a limit twice', '/campaigns?limit=1&limit=2', 'query.limit', 'wrong_type'),
  got('a query name that JavaScript knows', '/campaigns?__proto__=1', 'query.__proto__', 'unknown_field'),
  got('a made-up cursor', '/campaigns?cursor=abc', 'query.cursor', 'not_allowed'),
  got('an unknown state', `/campaigns/${ID}/deliveries?state=LOST`, 'query.state', 'not_allowed'),
  got('an unknown channel', `/campaigns/${ID}/deliveries?channel=fax`, 'query.channel', 'not_allowed'),
  got(
    'an address that is none',
    `/campaigns/${ID}/deliveries?identifier=a@b`,
    'query.identifier',
    'invalid_email',
  ),
  got(
    'a number that is none',
    `/campaigns/${ID}/deliveries?identifier=123`,
    'query.identifier',
    'invalid_phone',
  ),
  got('a cursor for deliveries', `/campaigns/${ID}/deliveries?cursor=x`, 'query.cursor', 'not_allowed'),
  got('a query for a report', `/campaigns/${ID}/report?limit=1`, 'query.limit', 'unknown_field'),
];
