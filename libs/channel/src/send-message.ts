import { Inject, Injectable } from '@nestjs/common';
import { textsOf } from '@carillon/content';
import { type LeasedRecipient, type PublishedContent, eachLanguage, unguarded } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { AttachedFiles, type Files } from './attached-files';
import type { OpenedSender, ProviderResult, SendTerms } from './provider';
import { Providers } from './providers';
import { Logger, Metrics } from '@carillon/platform';
import { CHANNEL_SETTINGS, type ChannelSettings } from './settings';
import { type TranslatedMessages, compileTranslated } from './translated-messages';

/** The size of the message cache, in characters of content. Compiled messages take several times as much memory. */
const REMEMBERED = 8_000_000;

/** A cache of campaigns' messages, compiled once for each version of a sender: few large ones, or many small ones. */
@Injectable()
export class CompiledMessages {
  private readonly contents = new LRUCache<string, PublishedContent>({
    maxSize: REMEMBERED,
    sizeCalculation: weightOf,
    fetchMethod: async (campaignId) =>
      unguarded(await this.messenger.request('dispatch.content', { campaignId })),
    // A value that was evicted in the meantime still serves the waiting callers.
    ignoreFetchAbort: true,
  });
  private readonly compiled = new LRUCache<string, TranslatedMessages>({ maxSize: REMEMBERED });

  constructor(
    private readonly messenger: Messenger,
    private readonly providers: Providers,
    private readonly files: AttachedFiles,
  ) {}

  /** @throws AppError if the dispatcher does not respond */
  contentOf(campaignId: string): Promise<PublishedContent> {
    return this.contents.forceFetch(campaignId);
  }

  /** The files for compiling a content. @throws AppError if the campaign service does not respond */
  async filesOf({ content }: PublishedContent, sender: OpenedSender): Promise<Files> {
    return this.providers.of(sender).attachesFiles ? this.files.of(content) : {};
  }

  /** @throws UnusableSender; AppError if the dispatcher or the campaign service does not respond */
  async get(campaignId: string, sender: OpenedSender): Promise<TranslatedMessages> {
    const key = [campaignId, sender.id, sender.version].join('/');
    const known = this.compiled.get(key);
    if (known) return known;
    const content = await this.contentOf(campaignId);
    const files = await this.filesOf(content, sender);
    const messages = compileTranslated(this.providers.of(sender), content, sender, files);
    this.compiled.set(key, messages, { size: weightOf(content) + weightOfFiles(files) });
    return messages;
  }
}

/** The size of a compiled message in addition to its texts (characters, estimated). */
const FIXED = 2_000;

/** An estimate (characters). */
function weightOf({ content }: PublishedContent): number {
  return eachLanguage(content)
    .flatMap(([, each]) => textsOf(each))
    .reduce((sum, { text }) => sum + text.length, FIXED);
}

/** A character of a file takes one byte, and a character of a text several. */
function weightOfFiles(files: Files): number {
  return Math.ceil(Object.values(files).reduce((sum, { length }) => sum + length, 0) / 4);
}

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** A compiled message and the sender that sends it. */
export interface PreparedMessage {
  message: unknown;
  sender: OpenedSender;
}

/** Passes one message to the provider, and counts results and durations. */
@Injectable()
export class SendMessage {
  private readonly results;
  /** The metrics are bound to their labels, because looking up labels takes longer than counting. */
  private readonly sent;
  private readonly durations;

  constructor(
    private readonly providers: Providers,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    metrics: Metrics,
    private readonly log: Logger,
  ) {
    this.results = metrics.counter('carillon_sends_total', 'Responses of providers', [
      'channel',
      'kind',
      'reason',
    ] as const);
    const { channel } = settings;
    this.sent = this.results.labels({ channel, kind: 'sent', reason: '' });
    this.durations = metrics
      .histogram('carillon_send_seconds', 'Response time of providers', SECONDS, ['channel'] as const)
      .labels({ channel });
  }

  send(
    recipient: LeasedRecipient,
    { message, sender }: PreparedMessage,
    terms: SendTerms,
  ): Promise<ProviderResult> {
    return this.counted(recipient, () => this.providers.of(sender).send(recipient, message, sender, terms));
  }

  /** A provider must not throw; if it does, the result of the send is unknown. */
  async counted({ i }: LeasedRecipient, send: () => Promise<ProviderResult>): Promise<ProviderResult> {
    const done = this.started();
    try {
      return done(await send());
    } catch (error) {
      this.log.error({ err: error, position: i }, 'a provider failed for an unknown reason');
      return done({ kind: 'unknown', reason: 'WORKER_ERROR', code: null });
    }
  }

  /** Sends one message that is not part of a lease, and announces it to the provider. */
  async alone(
    recipient: LeasedRecipient,
    prepared: PreparedMessage,
    terms: SendTerms,
  ): Promise<ProviderResult> {
    const end = this.providers.of(prepared.sender).begin(prepared.message, 1);
    try {
      return await this.send(recipient, prepared, terms);
    } finally {
      await end();
    }
  }

  /** Returns a function that counts a result and its duration, and passes it on. */
  private started(): (result: ProviderResult) => ProviderResult {
    const { channel } = this.settings;
    const from = performance.now();
    return (result) => {
      if (result.kind === 'sent') this.sent.inc();
      else this.results.inc({ channel, kind: result.kind, reason: result.reason });
      this.durations.observe((performance.now() - from) / 1_000);
      return result;
    };
  }
}
