/** The channels whose message can have a picture, a video, or a document. Emails have attachments instead. */
export const mediaChannels = ['WHATSAPP', 'SMS'] as const;
export type MediaChannel = (typeof mediaChannels)[number];

/** Twilio's limit for media of an MMS, and for pictures on WhatsApp. */
const TWILIO_IMAGE_BYTES = 5_000_000;
const WHATSAPP_BYTES = 16_000_000;
/** Carriers in the United States deliver other types than pictures up to this size, whatever the kind of sender. */
const CARRIER_BYTES = 600_000;

/**
 * The types that a channel takes, and the largest file of each (bytes). Only types that people can open on their phone
 * and that Twilio accepts together with a text.
 * https://www.twilio.com/docs/messaging/guides/accepted-mime-types
 * https://www.twilio.com/docs/whatsapp/guidance-whatsapp-media-messages
 * https://help.twilio.com/articles/360018832773 (sizes of MMS by carrier)
 */
export const mediaLimits: Readonly<Record<MediaChannel, Readonly<Record<string, number>>>> = {
  WHATSAPP: {
    'image/jpeg': TWILIO_IMAGE_BYTES,
    'image/png': TWILIO_IMAGE_BYTES,
    'video/mp4': WHATSAPP_BYTES,
    'application/pdf': WHATSAPP_BYTES,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': WHATSAPP_BYTES,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': WHATSAPP_BYTES,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': WHATSAPP_BYTES,
  },
  SMS: {
    'image/jpeg': TWILIO_IMAGE_BYTES,
    'image/png': TWILIO_IMAGE_BYTES,
    'image/gif': TWILIO_IMAGE_BYTES,
    'video/mp4': CARRIER_BYTES,
    'application/pdf': CARRIER_BYTES,
  },
};
