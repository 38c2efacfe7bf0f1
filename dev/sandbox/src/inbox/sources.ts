import { type MessageStore } from '../messages/message-store';
import { type PretendTwilio } from '../twilio/pretend-twilio';

/** What the inbox shows, and where it came in. */
export interface Sources {
  readonly store: MessageStore;
  readonly twilio: Pick<PretendTwilio, 'fake' | 'receiveReply'>;
  readonly smtpPort: number;
  readonly twilioPort: number;
}
