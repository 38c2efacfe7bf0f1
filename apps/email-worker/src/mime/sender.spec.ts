import { UnusableSender } from '@carillon/channel';
import { senderOf } from './sender';

const sender = (settings: Record<string, unknown>) => ({
  id: 'default',
  userId: '64b7c0ffee64b7c0ffee0002',
  provider: 'SMTP' as const,
  version: '1',
  settings: {
    host: 'mail.example',
    port: 25,
    security: 'none',
    fromAddress: 'News@Shop.example',
    ...settings,
  },
  secrets: {},
});

describe('senderOf', () => {
  it('returns bounces to the From address unless another address is set', () => {
    expect(senderOf(sender({}))).toMatchObject({
      address: 'news@shop.example',
      domain: 'shop.example',
      bounceAddress: 'news@shop.example',
    });
    expect(senderOf(sender({ bounceAddress: 'b@x.example' }))).toMatchObject({
      bounceAddress: 'b@x.example',
    });
    expect(senderOf(sender({ bounceDomain: 'Bounces.X.example' }))).toMatchObject({
      bounceDomain: 'bounces.x.example',
    });
  });

  it.each([
    [{ fromAddress: 'a@example.org\r\nBcc: b@example.org' }],
    [{ fromAddress: 'a@example.org>, <b@example.org' }],
    [{ replyTo: 'nobody' }],
    [{ bounceAddress: 'a b@example.org' }],
    [{ bounceDomain: 'x.example> SIZE=1' }],
    [{ bounceDomain: 'localhost' }],
  ])('refuses %j', (settings) => {
    expect(() => senderOf(sender(settings))).toThrow(UnusableSender);
  });
});
