import { Inject, Injectable } from '@nestjs/common';
import {
  type Files,
  type OpenedSender,
  Provider,
  type ProviderResult,
  type SendTerms,
  UnusableSender,
  type CheckResult,
  PROVIDER_SHARE,
  noFreeConnection,
  notStarted,
} from '@carillon/channel';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { type Mail, causes } from '@carillon/smtp';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import {
  type ComposeMail,
  type ComposeSignedMail,
  composeMail,
  composeSignedMail,
} from '../mime/compose-mail';
import { type PreparedCampaign, prepareCampaign } from '../mime/prepare-campaign';
import { senderOf } from '../mime/sender';
import { signerOf } from '../mime/sign-mail';
import { testContent } from '../mime/test-content';
import { type Fault, explain, isSessionOver, judge } from '../replies/faults';
import { CountedLinks } from '../unsubscribe/counted-links';
import { type DeliveryNames, ReturnPaths, UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';
import { clientNameOf } from './client-name';
import type { MailEnd } from './connection-pool';
import { ConnectionPools } from './connection-pools';
import {
  type ClientRules,
  MailConnection,
  type MailServer,
  SmtpFault,
  mailServerOf,
  smtpTimeouts,
} from './mail-connection';
import { NoFreeConnection } from './waiting-lines';

/** The compiled email of a campaign, and its server. */
interface CompiledMail {
  compose: ComposeMail | ComposeSignedMail;
  namesOf: (deliveryId: string) => DeliveryNames;
  server: MailServer;
}

/** Sends email over SMTP (RFC 5321). */
@Injectable()
export class SmtpProvider extends Provider<CompiledMail> {
  override readonly attachesFiles = true;
  private readonly rules: ClientRules;

  constructor(
    private readonly pools: ConnectionPools,
    private readonly clock: Clock,
    private readonly links: UnsubscribeLinks,
    private readonly returnPaths: ReturnPaths,
    private readonly countedLinks: CountedLinks,
    @Inject(emailWorkerConfig.token) config: EmailWorkerConfig,
  ) {
    super();
    this.rules = { clientName: clientNameOf(config), mayBePrivate: config.ALLOW_PRIVATE_SMTP_HOSTS };
  }

  override compile(content: PublishedContent, sender: OpenedSender, files: Files = {}): CompiledMail {
    const { links, returnPaths, countedLinks } = this;
    const server = mailServerOf(sender, this.rules);
    const prepared = prepareCampaign({ links, returnPaths, countedLinks }, content, sender, files);
    return { compose: composerFor(sender, prepared), namesOf: prepared.namesOf, server };
  }

  override begin({ server }: CompiledMail, sends: number): () => Promise<void> {
    return this.pools.begin(server, sends);
  }

  override usefulSends({ server }: CompiledMail, connections: number): number {
    return this.pools.usefulSends(server, connections);
  }

  override async send(
    recipient: LeasedRecipient,
    compiled: CompiledMail,
    _sender: OpenedSender,
    terms: SendTerms,
  ): Promise<ProviderResult> {
    const { deliveryId } = terms;
    const sent = { ...compiled.namesOf(deliveryId), deliveryId };
    const composed = compiled.compose(recipient, this.clock.now(), sent);
    const mail = composed instanceof Promise ? await composed : composed;
    if (typeof mail === 'string') return { kind: 'failed', reason: mail, permanent: true, code: null };
    const fault = await this.deliver(mail, compiled, terms);
    if (fault === null) return { kind: 'sent' };
    if (fault === 'lost') return notStarted;
    return fault === 'busy' ? noFreeConnection : judge(fault);
  }

  override async tryOut(sender: OpenedSender, address: string | null): Promise<CheckResult> {
    const server = mailServerOf(sender, this.rules);
    const mail = address === null ? null : await testSendMail(sender, address, this.clock.now());
    return checkResultOf(await trySettings(server, mail));
  }

  override close(): Promise<void> {
    this.pools.close();
    return Promise.resolve();
  }

  /**
   * Sends an email through a pooled connection. Returns null if the server accepted it. `busy`: no connection became
   * free while the server had enough time left, and the email was not attempted; `lost`: the email must no longer be
   * delivered. A connection is replaced silently if the server closed it while idle, its session accepts no more
   * emails, or another email delays it. A server that also refuses the email in a new session is not tried again.
   * Campaigns take turns for connections, and in a campaign, the oldest lease comes first.
   */
  private async deliver(
    mail: Mail,
    compiled: CompiledMail,
    { timeoutMs, mayDeliver = always, leasedAt = 0 }: SendTerms,
  ): Promise<Fault | 'busy' | 'lost' | null> {
    const pool = this.pools.for(compiled.server);
    const deadline = performance.now() + timeoutMs;
    const latest = deadline - timeoutMs * PROVIDER_SHARE;
    const place = { line: compiled, leasedAt };
    for (;;) {
      const waitMs = latest - performance.now();
      if (waitMs <= 0) return 'busy';
      const connection = await pool.acquire(waitMs, place).catch(acquireFault);
      if (!('send' in connection)) return connection.fault;
      const { wasUsed, served } = connection;
      const replyMs = pool.patience.ms;
      const fault = await connection.send(mail, deadline - performance.now(), mayDeliver, replyMs);
      if (isSilence(fault)) pool.patience.silent(replyMs);
      const isOver = isSessionOver(fault);
      const isFull = isOver && served > 0 && !pool.wantsLess;
      // A session that is over for this email is also over for the next email, which would only get the same reply.
      if (isOver) connection.finish();
      pool.release(connection, isFull ? 'session-full' : endOf(fault));
      if (isCancelled(fault)) return 'lost';
      if (!(wasUsed && wasClosed(fault)) && !isFull) return fault;
    }
  }
}

const always = (): boolean => true;

function isCancelled(fault: Fault | null): boolean {
  return fault?.kind === 'connection' && fault.cause === causes.cancelled;
}

function wasClosed(fault: Fault | null): boolean {
  return fault?.kind === 'connection' && fault.moment === 'before-message' && fault.cause !== causes.timeout;
}

/** The server sent no reply in time before the message. */
function isSilence(fault: Fault | null): boolean {
  return fault?.kind === 'connection' && fault.moment === 'before-message' && fault.cause === causes.timeout;
}

/** The consequence of an email's result for the server. */
function endOf(fault: Fault | null): MailEnd {
  if (fault === null) return 'accepted';
  if (isSilence(fault)) return 'silent';
  const result = judge(fault);
  if (result.kind !== 'throttled') return fault.kind === 'reply' ? 'refused' : 'other';
  if (result.scope === 'provider') return 'throttled';
  // The server only passes on what the recipient's provider replies.
  return result.byDestination ? 'refused' : 'deferred';
}

function acquireFault(error: unknown): { fault: Fault | 'busy' } {
  if (error instanceof SmtpFault) return { fault: error.fault };
  if (error instanceof NoFreeConnection) return { fault: 'busy' };
  throw error;
}

/** Composes emails, with signatures if the sender has keys. */
function composerFor(
  sender: OpenedSender,
  { mail, from, linkFor, links }: Omit<PreparedCampaign, 'namesOf'>,
): ComposeMail | ComposeSignedMail {
  const signer = signerOf(sender, from);
  const parts = [mail, from, linkFor, links] as const;
  return signer ? composeSignedMail(...parts, signer) : composeMail(...parts);
}

/** The email that tests the settings. @throws UnusableSender */
async function testSendMail(sender: OpenedSender, address: string, at: Date): Promise<Mail> {
  // A test recipient has no subscription, so the email has no unsubscribe link.
  const campaign = { mail: testContent(), from: senderOf(sender), linkFor: null, links: null };
  const compose = composerFor(sender, campaign);
  const mail = await compose({ address, variables: {} }, at);
  if (typeof mail === 'string') throw new UnusableSender(mail, 'No email can be sent to this address');
  return mail;
}

/**
 * Tests whether a mail server accepts mail with these settings: connects, logs in, and sends the email if one is given.
 */
async function trySettings(server: MailServer, mail: Mail | null): Promise<Fault | null> {
  const deadline = performance.now() + smtpTimeouts.check;
  try {
    const connection = await MailConnection.open(server, smtpTimeouts.check);
    const fault = mail && (await connection.send(mail, deadline - performance.now()));
    void connection.close();
    return fault;
  } catch (error) {
    if (error instanceof SmtpFault) return error.fault;
    throw error;
  }
}

function checkResultOf(fault: Fault | null): CheckResult {
  const result = fault && judge(fault);
  if (!fault || !result || result.kind === 'sent')
    return { ok: true, reason: null, providerCode: null, detail: null };
  return { ok: false, reason: result.reason, providerCode: result.code, detail: explain(fault) };
}
