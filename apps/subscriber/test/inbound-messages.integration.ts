import { type Payload, newId } from '@carillon/contracts';
import { anErasureStep } from '@carillon/testing';
import { NoteConsent } from '../src/inbound/note-consent';
import { ErasePerson } from '../src/personal-data/erase-person';
import { ListAddresses } from '../src/personal-data/list-addresses';
import { SubscriberService } from './subscriber-service';

const NUMBER = '+4915155502001';
const time = (second: number): string => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();

describe('inbound messages', () => {
  let service: SubscriberService;
  let userId: string;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    userId = newId();
  });

  const receive = (
    body: string,
    second: number,
    more: Partial<Payload<'message.received'>> = {},
  ): Promise<void> =>
    service.part(NoteConsent).received({
      ...{ userId, senderId: newId(), channel: 'SMS', address: NUMBER, sender: '+15005550006' },
      ...{ body, at: time(second), providerId: `SM${second}`, ...more },
    });
  const list = async (more: Partial<Payload<'inbound-message.list'>> = {}) => {
    const all = { userId, channel: null, meaning: null, address: null, after: null, limit: 100 };
    return (await service.messenger.request('inbound-message.list', { ...all, ...more })).items;
  };
  const suppressed = async () => {
    const all = { userId, channel: null, reason: null, address: null, after: null, limit: 100 };
    return (await service.messenger.request('suppression.list', all)).items;
  };

  it('are stored with their meaning, newest first, once for repeated deliveries', async () => {
    for (const copy of [1, 2]) await receive(`When do you open?`, 1, { at: time(copy) });
    await receive('Please take me off your list', 2);
    await receive('', 3, { channel: 'WHATSAPP', button: 'Parar promoções' });
    expect(await list()).toMatchObject([
      { channel: 'WHATSAPP', text: 'Parar promoções', meaning: 'STOP', optedOutAt: null },
      { channel: 'SMS', text: 'Please take me off your list', meaning: 'STOP' },
      { channel: 'SMS', text: 'When do you open?', meaning: null, address: NUMBER, receivedAt: time(1) },
    ]);
    expect(await list({ meaning: 'NONE' })).toHaveLength(1);
    expect(await list({ channel: 'WHATSAPP' })).toHaveLength(1);
    expect(await list({ address: '+4915155502002' })).toEqual([]);
    expect(await list({ userId: newId() })).toEqual([]);
    const [newest] = await list({ limit: 1 });
    expect(await list({ after: newest?.id ?? null })).toHaveLength(2);
  });

  it.each([
    ['STOP', 'Adiós', 1],
    ['HELP', 'stop', 0],
  ] as const)('have the meaning that the provider recognized: %s', async (providerMeaning, body, count) => {
    await receive(body, 1, { providerMeaning });
    expect(await list()).toMatchObject([{ meaning: providerMeaning }]);
    expect(await suppressed()).toHaveLength(count);
  });

  it('can be marked as opt-outs by members of the account; a later START lifts them', async () => {
    await receive('Nein, wirklich nicht', 1);
    const id = (await list())[0]?.id ?? '';
    const by = { role: 'user', keyId: newId(), userId, operatorId: null } as never;
    const command = { userId, id, by };
    for (const again of [1, 2]) {
      const { message } = await service.messenger.request('inbound-message.opt-out', command);
      expect([again, message.optedOutAt]).toEqual([again, expect.any(String)]);
    }
    expect(await suppressed()).toMatchObject([
      { address: NUMBER, reason: 'STOPPED', sender: '+15005550006' },
    ]);
    await receive('START', 2, { at: new Date(Date.now() + 60_000).toISOString() });
    expect(await suppressed()).toEqual([]);
    const others = { ...command, userId: newId() };
    await expect(service.messenger.request('inbound-message.opt-out', others)).rejects.toMatchObject({
      code: 'inbound_message_not_found',
    });
  });

  it('are erased with their writer, whose address is listed before', async () => {
    await receive('Hello', 1);
    await receive('Hello', 2, { address: '+4915155502002' });
    const step = await service.part(ListAddresses).list({ userId, after: null });
    let [items, next] = [step.items, step.next];
    while (next !== null) {
      const more = await service.part(ListAddresses).list({ userId, after: next });
      [items, next] = [[...items, ...more.items], more.next];
    }
    expect(items.sort()).toEqual([NUMBER, '+4915155502002']);
    await service.part(ErasePerson).erase({ ...anErasureStep(), userId, address: NUMBER });
    expect(await list()).toMatchObject([{ address: '+4915155502002' }]);
  });
});
