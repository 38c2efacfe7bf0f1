import { LOCALE } from '@carillon/content';
import { type PublishedContent, contentOf, textsIn } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { RecordingProvider } from '@carillon/testing/providers';
import { aLease, messagesWith, providersWith } from '../test/surroundings';
import type { OpenedSender, ProviderResult } from './provider';

const sender: OpenedSender = {
  id: 'i',
  userId: 'u',
  provider: 'SMTP',
  version: '1',
  settings: {},
  secrets: {},
};

const [recipient] = aLease(1).recipients;
if (!recipient) throw new Error('A lease has a recipient');

describe('the cache of messages', () => {
  function arrange(characters: number) {
    const asked: string[] = [];
    const request = (_: string, { campaignId }: { campaignId: string }): Promise<PublishedContent> => {
      asked.push(campaignId);
      const content = contentOf({ subject: '', bodies: { EMAIL: 'x'.repeat(characters) } });
      return Promise.resolve({ campaignId, content, watermark: true });
    };
    const provider = new RecordingProvider((): ProviderResult => ({ kind: 'sent' }));
    const messages = messagesWith({ request } as unknown as Messenger, providersWith(provider));
    const get = async (...campaigns: string[]): Promise<void> => {
      for (const campaign of campaigns) await messages.get(campaign, sender);
    };
    return { asked, provider, get };
  }
  const many = Array.from({ length: 1_000 }, (_, n) => `campaign ${n}`);

  it('has many small messages', async () => {
    const { asked, provider, get } = arrange(5_000);
    await get(...many, ...many);
    expect([asked.length, provider.compiled]).toEqual([1_000, 1_000]);
  });

  it('has only the few large messages that were used last', async () => {
    const { asked, get } = arrange(3_000_000);
    await get('a', 'b', 'c', 'b', 'c');
    expect(asked).toEqual(['a', 'b', 'c']);
    await get('a');
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('compiles each language, and counts the texts of all', async () => {
    const request = (_: string, { campaignId }: { campaignId: string }): Promise<PublishedContent> => {
      const translations = { de: { subject: 'Hallo' }, fr: { bodies: { EMAIL: 'x'.repeat(7_000_000) } } };
      const content = contentOf({ subject: 'Hi', bodies: { EMAIL: 'Hi' }, translations });
      return Promise.resolve({ campaignId, content, watermark: true });
    };
    const provider = new RecordingProvider((): ProviderResult => ({ kind: 'sent' }));
    provider.compile = ({ content }) => textsIn(content).subject;
    const messages = messagesWith({ request } as unknown as Messenger, providersWith(provider));
    const found = await messages.get('a', sender);
    const subjectFor = (variables: object) => found.for({ ...recipient, variables: { ...variables } });
    expect(found.common).toBe('Hi');
    expect([{}, { [LOCALE]: '' }, { [LOCALE]: 'de-CH' }, { [LOCALE]: 'es' }].map(subjectFor)).toEqual([
      ...['Hi', 'Hi', 'Hallo', 'Hi'],
    ]);
    await messages.get('b', sender);
    expect(await messages.get('a', sender)).not.toBe(found);
  });

  it('works without room for a message', async () => {
    const { asked, get } = arrange(9_000_000);
    await get('a', 'a');
    expect(asked).toEqual(['a', 'a']);
  });
});
