/**
 * The WhatsApp Cloud API of Meta, as far as Carillon uses it. No package of Meta describes its current version, so this is
 * Meta's documentation as types.
 */
export interface MetaApi {
  /** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages */
  'POST /{version}/{phone}/messages': {
    request: Addressed & (Text | Image | Video | Document | Template);
    answers: { 200: Accepted; 400: GraphError; 401: GraphError; 404: GraphError; 429: GraphError } & Broken;
  };
  /** https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-account/template-api */
  'GET /{version}/{account}/message_templates': {
    request: undefined;
    answers: { 200: TemplateList; 400: GraphError; 401: GraphError };
  };
  /** https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number */
  'GET /{version}/{phone}': {
    request: undefined;
    answers: { 200: PhoneNumber; 400: GraphError; 401: GraphError };
  };
}

interface Addressed {
  messaging_product: 'whatsapp';
  recipient_type?: 'individual';
  to: string;
  biz_opaque_callback_data?: string;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/text-messages */
interface Text {
  type: 'text';
  text: { body: string; preview_url?: boolean };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/image-messages */
interface Image {
  type: 'image';
  image: Media & { caption?: string };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/video-messages */
interface Video {
  type: 'video';
  video: Media & { caption?: string };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/document-messages */
interface Document {
  type: 'document';
  document: Media & { caption?: string; filename?: string };
}

type Media = { link: string } | { id: string };

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/template-messages */
interface Template {
  type: 'template';
  template: {
    name: string;
    language: { code: string };
    components?: (
      | { type: 'header'; parameters: (TextParameter | MediaParameter)[] }
      | { type: 'body'; parameters: TextParameter[] }
      | UrlButton
      | CouponButton
    )[];
  };
}

/** Only variables with names have `parameter_name`. */
interface TextParameter {
  type: 'text';
  parameter_name?: string;
  text: string;
}

type MediaParameter =
  | { type: 'image'; image: Media }
  | { type: 'video'; video: Media }
  | { type: 'document'; document: Media & { filename?: string } };

interface UrlButton {
  type: 'button';
  sub_type: 'url';
  index: Index;
  parameters: { type: 'text'; text: string }[];
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/marketing-templates/coupon-templates */
interface CouponButton {
  type: 'button';
  sub_type: 'copy_code';
  index: Index;
  parameters: { type: 'coupon_code'; coupon_code: string }[];
}

type Index = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

interface Accepted {
  messaging_product: 'whatsapp';
  contacts: { input: string; wa_id: string }[];
  messages: { id: string; message_status?: 'accepted' | 'held_for_quality_assessment' | 'paused' }[];
}

interface TemplateList {
  data: {
    id: string;
    name: string;
    language: string;
    status: string;
    category: 'AUTHENTICATION' | 'MARKETING' | 'UTILITY';
    parameter_format?: 'NAMED' | 'POSITIONAL';
    rejected_reason?: string;
    components: { type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS'; [field: string]: unknown }[];
  }[];
  paging?: { cursors: { before: string; after: string }; previous?: string; next?: string };
}

interface PhoneNumber {
  id: string;
  display_phone_number?: string;
  verified_name?: string;
  quality_rating?: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
  status?: string;
  whatsapp_business_manager_messaging_limit?: string;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
interface GraphError {
  error: {
    message: string;
    type: string;
    code: number;
    error_subcode?: number;
    error_data?: { messaging_product: 'whatsapp'; details: string };
    fbtrace_id: string;
  };
}

interface Broken {
  500: GraphError;
  503: GraphError;
}
