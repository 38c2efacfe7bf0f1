import { type Step } from '../courses';
import { type SentMessage, twilioAddress } from '../sent-message';
import { type Form } from '../signature';
import { twilioErrors } from '../twilio-errors';

/** What a status callback says: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
export function statusForm({ sid, account, channel, request }: SentMessage, step: Step): Form {
  const { status, errorCode } = step;
  const to = twilioAddress(channel, request.to);
  return {
    AccountSid: account.sid,
    ApiVersion: '2010-04-01',
    From: twilioAddress(channel, request.sender),
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    ...(request.messagingServiceSid && { MessagingServiceSid: request.messagingServiceSid }),
    ...(errorCode && { ErrorCode: String(errorCode), ErrorMessage: twilioErrors[errorCode].message }),
    ...(channel === 'WHATSAPP' && {
      ChannelPrefix: 'whatsapp',
      ChannelToAddress: request.to,
      EventType: status.toUpperCase(),
      StructuredMessage: 'false',
    }),
  };
}
