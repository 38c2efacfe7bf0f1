interface ErrorRow {
  /** The HTTP status, or null for a code that only a status callback carries. */
  readonly status: number | null;
  readonly message: string;
}

/** The Twilio errors that the fake server can return. https://www.twilio.com/docs/api/errors */
export const twilioErrors = {
  20001: { status: 400, message: 'A parameter is not as expected' },
  20003: { status: 401, message: 'Authenticate' },
  20004: { status: 405, message: 'Method not allowed' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  20500: { status: 500, message: 'Internal Server Error' },
  20503: { status: 503, message: 'Service Unavailable' },
  21211: { status: 400, message: "The 'To' number is not a valid phone number" },
  21212: { status: 400, message: "The 'From' number is not a valid phone number or sender" },
  21408: { status: 400, message: "Permission to send to the region of the 'To' number is not enabled" },
  21602: { status: 400, message: 'Message body is required' },
  21603: { status: 400, message: "A 'From' phone number is required" },
  21604: { status: 400, message: "A 'To' phone number is required" },
  21606: { status: 400, message: "The 'From' number cannot send messages for your account" },
  21609: { status: 400, message: "The 'StatusCallback' is not a valid URL" },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21611: { status: 400, message: "The queue of the 'From' number is full" },
  21612: { status: 400, message: "The 'To' number cannot be reached from the 'From' number" },
  21614: { status: 400, message: "The 'To' number is not a mobile number" },
  21617: { status: 400, message: 'The message body exceeds the 1600 character limit' },
  21620: { status: 400, message: "The 'MediaUrl' is invalid" },
  21624: { status: 400, message: 'The validity period is invalid' },
  21655: { status: 400, message: "The 'ContentSid' is invalid" },
  21656: { status: 400, message: "The 'ContentVariables' are invalid" },
  21705: { status: 400, message: "The 'MessagingServiceSid' is invalid" },
  21910: { status: 400, message: "'From' and 'To' must be of the same channel" },
  30003: { status: null, message: 'Unreachable destination handset' },
  30005: { status: null, message: 'Unknown destination handset' },
  63016: {
    status: null,
    message: 'Outside the allowed window for freeform messages: a template is required',
  },
} as const satisfies Record<number, ErrorRow>;

export type TwilioCode = keyof typeof twilioErrors;
/** The codes that a response to a request can contain. */
export type RefusalCode = {
  [C in TwilioCode]: (typeof twilioErrors)[C]['status'] extends null ? never : C;
}[TwilioCode];

/** A request that Twilio refuses. */
export class TwilioRefusal extends Error {
  constructor(readonly code: RefusalCode) {
    super(twilioErrors[code].message);
    this.name = 'TwilioRefusal';
  }
}
