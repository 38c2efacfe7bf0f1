import { AppError, type CalledBackSender, type Payload, type Reply, newId } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { FixedClock } from '@carillon/testing/clock';
import { CallbackVerifications } from './callback-verifications';

const id = newId();
const genuine: CalledBackSender = { userId: newId(), channel: 'SMS' };

function arrange() {
  const clock = new FixedClock(new Date(0));
  const account = { isAway: false, isSilent: false, requests: 0, gathered: 0, ids: new Set([id]) };
  const waiting: (() => void)[] = [];
  const request = async (
    name: string,
    { senderId = '', ids = [] }: { senderId?: string; ids?: string[] },
  ): Promise<Reply<'sender.verify-callback'> | Reply<'sender.find-existing'>> => {
    if (name === 'sender.find-existing') {
      account.gathered += 1;
      return { existing: ids.filter((each) => account.ids.has(each)) };
    }
    account.requests += 1;
    if (account.isSilent) await new Promise<void>((resolve) => waiting.push(resolve));
    if (account.isAway) throw new AppError('service_unavailable');
    const isKnown = account.ids.has(senderId);
    return { isKnown, verified: isKnown ? genuine : null };
  };
  const verifications = new CallbackVerifications({ request } as unknown as Messenger, clock);
  const verify = (senderId = id) =>
    verifications.verify({
      ...{ senderId, provider: 'twilio', url: '', signature: '', content: { form: [] } },
    });
  const flood = (count: number, nameOf: () => string = newId) =>
    Promise.allSettled(Array.from({ length: count }, () => verify(nameOf())));
  const answerAll = (): void => waiting.splice(0).forEach((answer) => answer());
  return { clock, account, verify, flood, answerAll };
}

describe('callback verifications', () => {
  it('request every callback from the account service', async () => {
    const { account, verify } = arrange();
    expect([await verify(), await verify(), account.requests]).toEqual([genuine, genuine, 2]);
    expect(await verify(newId())).toBeNull();
  });

  it('continue for an existing sender, regardless of the number of requests for unknown senders', async () => {
    const { account, clock, verify, flood } = arrange();
    await verify();
    clock.advance(300_000);
    await flood(1_000);
    expect(account.requests).toBe(201);
    expect(await verify()).toEqual(genuine);
    account.isAway = true;
    await expect(verify()).rejects.toThrow(AppError);
    account.isAway = false;
    expect(await verify()).toEqual(genuine);
  });

  it('look up many unknown senders with one request, and then verify callbacks for existing senders', async () => {
    const { account, verify, flood } = arrange();
    const flooded = flood(900);
    expect(await verify()).toEqual(genuine);
    const refused = await flooded;
    expect(refused.map((each) => each.status === 'fulfilled' && each.value)).toEqual(refused.map(() => null));
    expect([account.requests, account.gathered]).toEqual([201, 1]);
  });

  it('treat a deleted sender like an unknown one', async () => {
    const { account, clock, verify, flood } = arrange();
    await verify();
    account.ids.clear();
    expect(await verify()).toBeNull();
    clock.advance(5_000);
    await flood(1_000);
    const { requests: before } = account;
    expect(await verify()).toBeNull();
    expect(account.requests).toBe(before);
  });

  it('request an unknown sender for each callback, but count it only once within several seconds', async () => {
    const { account, clock, verify, flood } = arrange();
    const gone = newId();
    for (let n = 0; n < 300; n++) expect(await verify(gone)).toBeNull();
    await flood(198);
    expect(account.requests).toBe(498);
    clock.advance(4_999);
    expect(await verify(gone)).toBeNull();
  });

  it('are limited for one sender', async () => {
    const { account, verify, flood, answerAll } = arrange();
    await verify();
    account.isSilent = true;
    const flooded = flood(1_000, () => id);
    expect(account.requests).toBe(201);
    await expect(verify()).rejects.toMatchObject({ code: 'service_unavailable' });
    answerAll();
    const settled = await flooded;
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
    account.isSilent = false;
    expect(await verify()).toEqual(genuine);
  });

  it('are limited in total', async () => {
    const { account, verify, flood, answerAll } = arrange();
    const existing = [newId(), newId(), newId()];
    for (const each of existing) {
      account.ids.add(each);
      await verify(each);
    }
    account.isSilent = true;
    const floods = existing.map((each) => flood(300, () => each));
    expect(account.requests).toBe(503);
    await expect(verify()).rejects.toMatchObject({ code: 'service_unavailable' });
    answerAll();
    await Promise.all(floods);
    account.isSilent = false;
    expect(await verify()).toEqual(genuine);
  });
});

describe('verifications of mail provider webhooks', () => {
  it('are sent in one request, and a webhook that cannot be verified now fails alone', async () => {
    const batches: number[] = [];
    const verified = { ...genuine, addresses: null };
    const request = (_: string, { webhooks }: Payload<'sender.verify-webhooks'>) => {
      batches.push(webhooks.length);
      return Promise.resolve({
        results: webhooks.map(({ signature }) => (signature === 'odd' ? null : { isKnown: true, verified })),
      });
    };
    const verifications = new CallbackVerifications(
      { request } as unknown as Messenger,
      new FixedClock(new Date(0)),
    );
    const answers = await Promise.allSettled(
      ['', 'odd', ''].map((signature) =>
        verifications.verifyWebhook({
          ...{ senderId: id, provider: 'POSTMARK', url: '', signature, content: { bytes: '' } },
        }),
      ),
    );
    expect(batches).toEqual([3]);
    expect(answers).toEqual([
      { status: 'fulfilled', value: verified },
      { status: 'rejected', reason: new AppError('service_unavailable') },
      { status: 'fulfilled', value: verified },
    ]);
  });
});
