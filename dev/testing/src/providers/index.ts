export { contentBy } from './content-by';
export {
  type ApiActs,
  EndpointSending,
  apiProviders,
  deliveryId,
  endpointProviders,
  endpointSecret,
  endpointSender,
} from './endpoint-sending';
export { describeProvider } from './provider-suite';
export { RecordingProvider } from './recording-provider';
export { twilioProviders } from './twilio-providers';
export { TwilioSending, accountSid, twilioAccount } from './twilio-sending';
export { type TwilioBehavior, TwilioServer } from './twilio-server';
