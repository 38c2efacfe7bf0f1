import { ID } from '../examples';
import { type Case, posted } from './case';

const testSend = posted(`/campaigns/${ID}/test`);

export const wrongTrials: Case[] = [
  testSend('no channel', { identifier: 'ann@example.com' }, 'channel', 'required'),
  testSend('an unknown channel', { channel: 'FAX', identifier: 'ann@example.com' }, 'channel', 'not_allowed'),
  testSend(
    'a wrong language',
    { channel: 'EMAIL', identifier: 'ann@example.com', translation: 1 },
    'translation',
    'wrong_type',
  ),
  testSend('no address', { channel: 'EMAIL' }, 'identifier', 'required'),
  testSend(
    'an address of another channel',
    { channel: 'SMS', identifier: 'ann@example.com' },
    'identifier',
    'invalid_phone',
  ),
  testSend(
    'two addresses',
    { channel: 'EMAIL', identifier: ['a@b.co', 'c@d.co'] },
    'identifier',
    'wrong_type',
  ),
  testSend(
    'a list of extra data',
    { channel: 'EMAIL', identifier: 'ann@example.com', extraData: [] },
    'extraData',
    'wrong_type',
  ),
];
