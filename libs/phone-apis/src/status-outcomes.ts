import {
  type Channel,
  type FeedbackOutcome,
  type ReportedState,
  type StatusReport,
  readDeliveryId,
} from '@carillon/contracts';
import { type CodeRules, classify } from './code-rules';

/** A status of a message in a webhook. */
export interface MessageStatus {
  /** The ID that Carillon gave the message. */
  deliveryId: string;
  /** The provider's ID of the message. */
  providerId: string;
  channel: Channel;
  state: ReportedState;
  /** The provider's code of the failure. Null: none. */
  code: string | null;
  /** The recipient and the sender in E.164, or the sender's name. */
  to: string;
  from: string;
}

/** The limit is longer than any number, short code, or name that sends messages. */
const LONGEST_SENDER = 64;

/**
 * The outcomes of a status. A refusal is reported first, because a repetition is harmless. A status of a message that
 * Carillon didn't send has no delivery.
 */
export function statusOutcomes(rules: CodeRules, status: MessageStatus): FeedbackOutcome[] {
  const { deliveryId, providerId, channel, state, code, to } = status;
  const failure = state === 'FAILED' ? classify(rules, code) : null;
  const sender = senderIn(status.from);
  const refused: FeedbackOutcome[] = failure?.suppress
    ? [{ kind: 'refused', refusal: { cause: failure.suppress, channel, address: to, sender } }]
    : [];
  if (providerId === '' || !readDeliveryId(deliveryId)) return [...refused, { kind: 'unnamed' }];
  const report: Omit<StatusReport, 'providerId' | 'refusal'> = {
    state,
    reason: failure?.reason ?? null,
    permanent: failure?.permanent ?? false,
    providerCode: failure ? code : null,
    ...(failure?.stopsSender && { stopsSender: true }),
  };
  return [...refused, { kind: 'reported', report: { deliveryId, providerId, ...report } }];
}

/** The name of a sender; null if no sender can have it. */
export function senderIn(text: string): string | null {
  return text === '' || text.length > LONGEST_SENDER ? null : text;
}
