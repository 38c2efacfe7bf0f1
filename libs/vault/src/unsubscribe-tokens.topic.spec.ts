import { parseKeyRing } from './key-ring';
import { UnsubscribeTokens, tokenWithTopic, topicOfToken } from './unsubscribe-tokens';

const TOPIC = '5f00000000000000000000a1';
const tokens = new UnsubscribeTokens(parseKeyRing(`k:${Buffer.alloc(32, 1).toString('base64')}`));
const person = { userId: '5f0000000000000000000001', campaignId: '5f0000000000000000000002' };
const addresses = Array.from({ length: 60 }, (_, n) => `${'a'.repeat(n)}@example.com`);
const maker = tokens.maker(person);

describe('a token with a topic', () => {
  it.each(addresses)('still identifies the recipient %s', (address) => {
    const link = tokenWithTopic(maker(address), TOPIC);
    expect(tokens.read(link)).toEqual({ ...person, address });
    expect(tokens.read(link.toUpperCase())).toEqual({ ...person, address });
    expect(topicOfToken(link)).toBe(TOPIC);
    expect(topicOfToken(link.toUpperCase())).toBe(TOPIC);
  });

  it('is the token itself without a topic', () => {
    expect(tokenWithTopic('token', undefined)).toBe('token');
    expect(topicOfToken(maker('a@example.com'))).toBeUndefined();
  });

  it.each(['', '.', '.5f', `.${TOPIC}0`, `.${TOPIC.slice(1)}g`, `..${TOPIC}`])(
    'has no topic with the end %j',
    (end) => {
      const link = maker('a@example.com') + end;
      expect(tokens.read(link)).toEqual({ ...person, address: 'a@example.com' });
      expect(topicOfToken(link)).toBeUndefined();
    },
  );

  it('keeps the topic if text is appended', () => {
    expect(topicOfToken(`${tokenWithTopic(maker('a@example.com'), TOPIC)}>.`)).toBe(TOPIC);
  });
});
