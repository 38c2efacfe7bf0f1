import {
  type Payload,
  type Reply,
  type SendingProfile,
  type Trial,
  type TrialState,
  bodiesOf,
  newId,
} from '@carillon/contracts';
import { CampaignService } from './campaign-service';

type Worker = (trial: Trial) => Promise<{ state: TrialState }>;

const route = (integrationId: string) => ({ integrationId, ratePerSecond: null, maxConnections: null });
const profile: SendingProfile = {
  plan: 'FREE',
  status: 'ACTIVE',
  routes: { EMAIL: route('default'), WHATSAPP: route('wa'), SMS: route('sms') },
};

/** The campaign service, with all that a trial needs around it. */
export class TrialStage {
  profile = profile;
  suppressed: string[] = [];
  conversing: string[] = [];
  /** What the workers were asked, and what they do. */
  asked: Trial[] = [];
  worker: Worker = (trial) => this.sendOnce(trial);
  userId = newId();
  readonly content = { bodies: bodiesOf({ EMAIL: '<p>Hi</p>', WHATSAPP: '*Hi*', SMS: 'Hi' }) };

  private constructor(private readonly services: CampaignService[]) {}

  static async start(): Promise<TrialStage> {
    const stage = new TrialStage([]);
    const sendOne = (trial: Trial) => {
      stage.asked.push(trial);
      return stage.worker(trial);
    };
    const service = await CampaignService.start({
      'account.sending-profile': () => stage.profile,
      'audience.withdrawn': (query) => stage.withdrawn(query),
      'email.send-one': sendOne,
      'sms.send-one': sendOne,
      'whatsapp.send-one': sendOne,
    });
    stage.services.push(service);
    return stage;
  }

  get service(): CampaignService {
    const [service] = this.services;
    if (!service) throw new Error('The campaign service does not run');
    return service;
  }

  /** Everybody is willing and everything works, for a user that no test knows yet. */
  clear(): void {
    this.service.clear();
    this.userId = newId();
    [this.suppressed, this.conversing, this.asked] = [[], [], []];
    this.profile = profile;
    this.worker = (trial) => this.sendOnce(trial);
  }

  order(id: string, changes: Partial<Payload<'campaign.test'>> = {}): Payload<'campaign.test'> {
    return {
      ...{ userId: this.userId, id, trialId: newId(), channel: 'EMAIL', extraData: {} },
      address: 'ann@example.com',
      ...changes,
    };
  }

  test(command: Payload<'campaign.test'>): Promise<Reply<'campaign.test'>> {
    return this.service.messenger.request('campaign.test', command);
  }

  begin({ trialId, turn }: Trial): Promise<Reply<'trial.begin'>> {
    return this.service.messenger.request('trial.begin', { trialId, turn });
  }

  async sendOnce(trial: Trial): Promise<{ state: TrialState }> {
    return { state: (await this.begin(trial)).granted ? 'SENT' : 'UNCONFIRMED' };
  }

  private withdrawn({ channel, since, recipients }: Payload<'audience.withdrawn'>) {
    expect(since).toBe('1970-01-01T00:00:00.000Z');
    const indexes = (addresses: string[]) =>
      recipients.flatMap(({ address }, index) => (addresses.includes(address) ? [index] : []));
    return {
      // Nobody by this id is a member of anything.
      withdrawn: [
        ...indexes(this.suppressed).map((index) => ({ index, reason: 'SUPPRESSED' as const })),
        ...recipients.map((_, index) => ({ index, reason: 'UNSUBSCRIBED' as const })),
      ].slice(0, 1),
      conversing: channel === 'WHATSAPP' ? indexes(this.conversing) : [],
    };
  }
}
