import { type PretendEndpoint } from '../endpoint/pretend-endpoint';
import { type MessageStore } from '../messages/message-store';
import { type PretendTwilio } from '../twilio/pretend-twilio';

/** The sources of the inbox's content, and the ports of the providers. */
export interface Sources {
  readonly store: MessageStore;
  readonly twilio: Pick<PretendTwilio, 'fake' | 'receiveReply'>;
  readonly endpoint: Pick<PretendEndpoint, 'answer'>;
  readonly smtpPort: number;
  readonly twilioPort: number;
}
