import { AppError, type ErrorCode, newId } from '@carillon/contracts';
import { OtherServices } from '@carillon/testing';
import type { Provocation } from './context';

/** Errors of the server: the campaign service is stopped, and its replacement fails or never responds. */
export const outages = {
  service_unavailable: async (context) => {
    await context.system.stop('campaign');
    return context.ask('GET', `/campaigns/${newId()}`);
  },
  provider_failed: async (context) => {
    const refusing = await OtherServices.on(context.system.broker, {
      'whatsapp.content-templates': () => {
        throw new AppError('provider_failed', 'Authenticate', [], { reason: 'LOGIN_REFUSED' });
      },
    });
    const { key } = await context.newUser();
    const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', from: '+15005550006' };
    const sender = { channel: 'whatsapp', name: 'Twilio', settings };
    const { _id = '' } = await context.make('POST', '/senders', sender, key);
    const answer = await context.ask('GET', `/senders/${_id}/content-templates`, undefined, key);
    await refusing.close();
    return answer;
  },
  internal: async (context) => {
    await context.system.stop('campaign');
    const failing = await OtherServices.on(context.system.broker, {
      'campaign.get': () => Promise.reject(new Error('a defect')),
    });
    const answer = await context.ask('GET', `/campaigns/${newId()}`);
    await failing.close();
    return answer;
  },
  idempotency_in_progress: async (context) => {
    await context.system.stop('campaign');
    const [asked, late] = [Promise.withResolvers<undefined>(), Promise.withResolvers<never>()];
    const silent = await OtherServices.on(context.system.broker, {
      'campaign.create': () => {
        asked.resolve(undefined);
        return late.promise;
      },
    });
    const body = { name: 'x', smsMessage: 'x', groups: [newId()] };
    const create = () =>
      context.system.ask('POST', '/campaigns/create', { body, headers: { 'idempotency-key': 'twice' } });
    const first = create();
    await asked.promise;
    const answer = await create();
    late.reject(new AppError('group_not_found'));
    await first;
    await silent.close();
    return answer;
  },
  timeout: async (context) => {
    await context.system.stop('campaign');
    const late = Promise.withResolvers<never>();
    const silent = await OtherServices.on(context.system.broker, { 'campaign.get': () => late.promise });
    const answer = await context.ask('GET', `/campaigns/${newId()}`);
    late.reject(new Error('too late'));
    await silent.close();
    return answer;
  },
} satisfies Partial<Record<ErrorCode, Provocation>>;
