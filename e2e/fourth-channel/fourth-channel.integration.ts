import type { Service } from '@carillon/contracts';
import { until } from '../../dev/driver/api';
import { BotApi } from './bot-api';
import { telegram } from './row';
import { System } from '../system';
import { TelegramWorkerModule } from './telegram-worker/telegram-worker.module';

jest.mock('../../libs/contracts/src/channel-table', () => {
  const { channelTable } = jest.requireActual<{ channelTable: object }>(
    '../../libs/contracts/src/channel-table',
  );
  const { telegram: row } = jest.requireActual<{ telegram: object }>('./row');
  return { channelTable: { ...channelTable, TELEGRAM: row } };
});

const botToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const [ada, bob, nobody] = ['+4930901820', '+4930901821', '+4930901822'];

interface Report {
  status: string;
  total: number;
  channels: Record<string, { total: number; states: Record<string, number> }>;
}

describe('a channel that consists of a row and a worker', () => {
  let system: System;
  let botApi: BotApi;
  let groupId: string;

  beforeAll(async () => {
    botApi = await BotApi.start(botToken, nobody);
    system = await System.start([telegram.worker as Service, TelegramWorkerModule]);
    const { createGroup } = await system.data('POST', '/groups', { name: 'Readers' });
    const { _id, slug } = createGroup as { _id: string; slug: string };
    groupId = _id;
    for (const [identifier, name] of [
      [ada, 'Ada'],
      [bob, 'Bob'],
      [nobody, 'Nobody'],
    ]) {
      const person = { integration: 'telegram', identifier, groupSlug: slug, extraData: { name } };
      await system.data('POST', '/subscribers', person);
    }
  });
  afterAll(async () => {
    await system.close();
    await botApi.close();
  });

  const sent = async () => {
    const campaign = {
      name: 'News',
      telegramMessage: 'Hello {{name}}',
      groups: [groupId],
      isStarted: true,
    };
    const { createCampaign } = await system.data('POST', '/campaigns/create', campaign);
    const { _id } = createCampaign as { _id: string };
    return until('the end of the campaign', 20, async () => {
      const report = (await system.read(`/campaigns/${_id}/report`)).report as Report;
      return report.status === 'SENT' ? report : null;
    });
  };

  it('skips recipients with the reason while it has no credentials', async () => {
    expect((await sent()).channels.TELEGRAM?.states).toMatchObject({ SKIPPED: 3, SENT: 0 });
  });

  it('sends to each recipient once, and reports each result', async () => {
    const { createIntegration } = await system.data('POST', '/integrations', {
      channel: 'telegram',
      name: 'Our bot',
      settings: { url: botApi.url, botToken },
    });
    const test = `/integrations/${(createIntegration as { _id: string })._id}/test`;
    expect(await system.data('POST', test, {})).toMatchObject({ testIntegration: { ok: true } });
    const { channels, total } = await sent();
    expect(total).toBe(3);
    expect(channels.TELEGRAM?.states).toMatchObject({ SENT: 2, FAILED: 1 });
    expect(botApi.messages.sort((a, b) => (a.chat_id < b.chat_id ? -1 : 1))).toEqual([
      { chat_id: ada, text: 'Hello Ada' },
      { chat_id: bob, text: 'Hello Bob' },
    ]);
  });
});
