import { changedContent, contentOf, textsIn } from '@carillon/contracts';
import { RecordingProvider } from '@carillon/testing/providers';
import { aLease, campaignId, providersWith } from '../../test/surroundings';
import { type ProviderResult, UnusableSender } from '../provider';
import type { IsolatedSend } from './isolated-sends';
import { sendBy } from './run-worker';

const [recipient] = aLease(1).recipients;
if (!recipient) throw new Error('A lease has a recipient');
const send: IsolatedSend = {
  content: {
    campaignId,
    content: contentOf({ subject: 'Hi', bodies: { EMAIL: 'Hi' } }),
    watermark: false,
  },
  files: {},
  sender: { id: 'i', userId: 'u', provider: 'SMTP', version: '1', settings: {}, secrets: {} },
  recipient,
  terms: { deliveryId: 'd', timeoutMs: 1_000, validForMs: 1_000 },
};
const sent: ProviderResult = { kind: 'sent' };
const unknown: ProviderResult = { kind: 'unknown', reason: 'WORKER_ERROR', code: null };

describe('the isolated process', () => {
  let results: ProviderResult[];
  let provider: RecordingProvider<ProviderResult>;
  beforeEach(() => {
    results = [];
    provider = new RecordingProvider<ProviderResult>(() => sent);
  });
  const sending = (): Promise<void> =>
    sendBy(providersWith(provider), send, (result) => void results.push(result));

  it('responds before the provider has cleaned up, and takes the next message afterward', async () => {
    let end = (): void => undefined;
    provider.begin = () => () => new Promise((resolve) => (end = resolve));
    let isOver = false;
    const over = sending().then(() => (isOver = true));
    await new Promise(setImmediate);
    expect([results, isOver]).toEqual([[sent], false]);
    end();
    await over;
  });

  it('reports that the provider is down when the credentials cannot be used', async () => {
    provider.compile = () => {
      throw new UnusableSender('SETTINGS_INVALID', 'No host');
    };
    await sending();
    expect(results).toEqual([
      { kind: 'providerDown', reason: 'SETTINGS_INVALID', code: null, detail: 'No host' },
    ]);
    expect(provider.sends).toEqual([]);
  });

  it('sends the translation for the recipient', async () => {
    const { content } = send.content;
    const translations = { de: { bodies: { EMAIL: 'Hallo' } } };
    const translated = {
      ...send.content,
      content: changedContent(content, { translations }) as typeof content,
    };
    const bodies: unknown[] = [];
    provider.compile = (compiled) => void bodies.push(textsIn(compiled.content).bodies.EMAIL);
    for (const language of ['de', 'en']) {
      const reader = { ...recipient, variables: { language } };
      await sendBy(
        providersWith(provider),
        { ...send, content: translated, recipient: reader },
        () => undefined,
      );
    }
    expect(bodies).toEqual(['Hallo', 'Hi']);
  });

  it.each(['compile', 'send'] as const)('reports an unknown result when %s fails', async (step) => {
    provider[step] = () => {
      throw new Error('A bug');
    };
    await sending();
    expect(results).toEqual([unknown]);
  });
});
