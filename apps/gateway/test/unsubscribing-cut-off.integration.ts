import type { Unsubscribed } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { ID } from './examples';
import { USER } from './callers';
import { Gateway, LINK_KEYS } from './gateway';

describe('unsubscribing at a gateway without a broker', () => {
  it('reports the failure with a time to retry, and then succeeds', async () => {
    const address = 'ann@example.org';
    const tokens = new UnsubscribeTokens(parseKeyRing(LINK_KEYS));
    const token = tokens.maker({ userId: USER, campaignId: ID })(address);
    const cutOff = await Gateway.behindLink({ 'suppression.unsubscribe': () => ({}) });
    const kept: Unsubscribed[] = [];
    await cutOff.others.hear('subscriber.events', { 'address.unsubscribed': (event) => kept.push(event) });
    cutOff.link?.cut();
    const page = await cutOff.plain('POST', `/u/${token}`);
    expect([page.status, page.headers['retry-after'], /<h1>(.*)<\/h1>/.exec(page.text)?.[1]]).toEqual([
      503,
      '60',
      'Something went wrong',
    ]);
    expect(page.text).toContain('<form method="post">');
    expect((await cutOff.plain('GET', `/u/${token}`)).status).toBe(200);
    cutOff.link?.restore();
    await eventually(async () => (await cutOff.plain('POST', `/u/${token}`)).status === 200);
    // If the connection is restored late within the request's time limit, the event handles the unsubscription.
    await eventually(() => cutOff.payloads('suppression.unsubscribe').length + kept.length > 0);
    expect([...cutOff.payloads('suppression.unsubscribe'), ...kept][0]).toMatchObject({ address });
    await cutOff.close();
  });
});
