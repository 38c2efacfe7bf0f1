import { GROUP, ID } from '../examples';
import { type Case, got } from './case';

export const wrongResources: Case[] = [
  ['no name for a group', 'POST', '/groups', {}, 'name', 'required'],
  ['a long name for a group', 'POST', '/groups', { name: 'x'.repeat(101) }, 'name', 'too_long'],
  ['a slug with capitals', 'POST', '/groups', { name: 'x', slug: 'Friends' }, 'slug', 'invalid_slug'],
  ['a slug with two hyphens', 'POST', '/groups', { name: 'x', slug: 'a--b' }, 'slug', 'invalid_slug'],
  ['a slug of 64 characters', 'POST', '/groups', { name: 'x', slug: 'x'.repeat(64) }, 'slug', 'too_long'],
  ['a slug that is null', 'POST', '/groups', { name: 'x', slug: null }, 'slug', 'wrong_type'],
  ['a change of nothing', 'PATCH', `/groups/${GROUP}`, {}, '', 'required'],
  ['a change of a fixed field', 'PATCH', `/groups/${GROUP}`, { _id: ID }, '_id', 'unknown_field'],
  [
    'a body for a delete that takes none',
    'DELETE',
    `/groups/${GROUP}`,
    { force: true },
    'force',
    'unknown_field',
  ],
  got('an unknown inclusion', '/groups?include=members', 'query.include', 'not_allowed'),
  ['no name for a key', 'POST', '/api-keys', { scopes: ['read'] }, 'name', 'required'],
  [
    'an unknown scope',
    'POST',
    '/api-keys',
    { name: 'x', scopes: ['read', 'everything'] },
    'scopes.1',
    'not_allowed',
  ],
  ...(['unlimited', 'ratePerSecond', 'burst'] as const).map((field): Case => [
    'a key property that only operators can set',
    'POST',
    '/api-keys',
    { name: 'x', [field]: 1 },
    field,
    'unknown_field',
  ]),
  ['no scope at all', 'POST', '/api-keys', { name: 'x', scopes: [] }, 'scopes', 'empty'],
  ['no time', 'POST', '/api-keys', { name: 'x', expiresAt: 'tomorrow' }, 'expiresAt', 'invalid_time'],
  ...['example.com', '10.0.0.0/33', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.1-9', ''].map(
    (network): Case => [
      `a network that is none: ${network}`,
      'POST',
      '/api-keys',
      { name: 'x', networks: ['192.0.2.1', network] },
      'networks.1',
      'invalid_network',
    ],
  ),
  ['a negative overlap', 'POST', `/api-keys/${ID}/rotate`, { overlap: -1 }, 'overlap', 'too_small'],
  ['an endless overlap', 'POST', `/api-keys/${ID}/rotate`, { overlap: 2_592_001 }, 'overlap', 'too_big'],
];
