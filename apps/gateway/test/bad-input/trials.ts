import { ID } from '../examples';
import { type Case, posted } from './case';

const trial = posted(`/campaigns/${ID}/test`);

export const wrongTrials: Case[] = [
  trial('no channel', { identifier: 'ann@example.com' }, 'channel', 'required'),
  trial('an unknown channel', { channel: 'FAX', identifier: 'ann@example.com' }, 'channel', 'not_allowed'),
  trial('no address', { channel: 'EMAIL' }, 'identifier', 'required'),
  trial(
    'an address of another channel',
    { channel: 'SMS', identifier: 'ann@example.com' },
    'identifier',
    'invalid_phone',
  ),
  trial('two addresses', { channel: 'EMAIL', identifier: ['a@b.co', 'c@d.co'] }, 'identifier', 'wrong_type'),
  trial(
    'a list of extra data',
    { channel: 'EMAIL', identifier: 'ann@example.com', extraData: [] },
    'extraData',
    'wrong_type',
  ),
];
