import {
  type Payload,
  type Reply,
  type SendingProfile,
  type TestSend,
  type TestSendState,
  newId,
} from '@carillon/contracts';
import { CampaignService } from './campaign-service';

type Worker = (testSend: TestSend) => Promise<{ state: TestSendState }>;

const route = (senderId: string) => ({ senderId, ratePerSecond: null, maxConnections: null });
const profile: SendingProfile = {
  plan: 'FREE',
  status: 'ACTIVE',
  routes: { EMAIL: route('default'), WHATSAPP: route('wa'), SMS: route('sms') },
  senders: [],
};

/** The campaign service with all dependencies of a test send. */
export class TestSendFixture {
  profile = profile;
  suppressed: string[] = [];
  inServiceWindow: string[] = [];
  /** Requests that the workers received, and the behavior of the workers. */
  testSends: TestSend[] = [];
  worker: Worker = (testSend) => this.sendOnce(testSend);
  userId = newId();
  readonly content = { content: { bodies: { EMAIL: '<p>Hi</p>', WHATSAPP: '*Hi*', SMS: 'Hi' } } };

  private constructor(private readonly services: CampaignService[]) {}

  /** @param more additional responses of the surrounding services */
  static async start(more: Parameters<typeof CampaignService.start>[0] = {}): Promise<TestSendFixture> {
    const fixture = new TestSendFixture([]);
    const sendOne = (testSend: TestSend) => {
      fixture.testSends.push(testSend);
      return fixture.worker(testSend);
    };
    const service = await CampaignService.start({
      'account.sending-profile': () => fixture.profile,
      'sender.open': ({ id }) => ({
        ...{ id, channel: 'EMAIL', provider: 'SMTP', version: '1', settings: {}, sealed: {} },
      }),
      'audience.excluded': (query) => fixture.excluded(query),
      'email.send-one': sendOne,
      'sms.send-one': sendOne,
      'whatsapp.send-one': sendOne,
      ...more,
    });
    fixture.services.push(service);
    return fixture;
  }

  get service(): CampaignService {
    const [service] = this.services;
    if (!service) throw new Error('The campaign service does not run');
    return service;
  }

  /** Makes all dependencies succeed, for a user that no other test uses. */
  clear(): void {
    this.service.clear();
    this.userId = newId();
    [this.suppressed, this.inServiceWindow, this.testSends] = [[], [], []];
    this.profile = profile;
    this.worker = (testSend) => this.sendOnce(testSend);
  }

  order(id: string, changes: Partial<Payload<'campaign.test'>> = {}): Payload<'campaign.test'> {
    return {
      ...{ userId: this.userId, id, testSendId: newId(), channel: 'EMAIL', extraData: {} },
      address: 'ann@example.com',
      ...changes,
    };
  }

  test(command: Payload<'campaign.test'>): Promise<Reply<'campaign.test'>> {
    return this.service.messenger.request('campaign.test', command);
  }

  begin({ testSendId, turn }: TestSend): Promise<Reply<'test-send.begin'>> {
    return this.service.messenger.request('test-send.begin', { testSendId, turn });
  }

  async sendOnce(testSend: TestSend): Promise<{ state: TestSendState }> {
    return { state: (await this.begin(testSend)).granted ? 'SENT' : 'UNCONFIRMED' };
  }

  private excluded({ channel, since, recipients }: Payload<'audience.excluded'>) {
    expect(since).toBe('1970-01-01T00:00:00.000Z');
    const indexes = (addresses: string[]) =>
      recipients.flatMap(({ address }, index) => (addresses.includes(address) ? [index] : []));
    return {
      // No member has this ID.
      excluded: [
        ...indexes(this.suppressed).map((index) => ({ index, reason: 'SUPPRESSED' as const })),
        ...recipients.map((_, index) => ({ index, reason: 'UNSUBSCRIBED' as const })),
      ].slice(0, 1),
      inServiceWindow: channel === 'WHATSAPP' ? indexes(this.inServiceWindow) : [],
    };
  }
}
