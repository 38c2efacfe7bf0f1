export { anErasureStep } from './an-erasure-step';
export { closedPort } from '../../local-services/src/index';
export { describeWithDkimpy, verifyDkim } from './dkimpy';
export { DnsServer } from './dns-server';
export { Dovecot, type DovecotOptions, describeWithDovecot } from './dovecot';
export {
  type ApiActs,
  EndpointSending,
  apiProviders,
  deliveryId,
  endpointProviders,
  endpointSecret,
  endpointSender,
} from './endpoint-sending';
export { eventually } from './eventually';
export { describeWith, promtool } from './fetched-programs';
export { ReplicaSet, ownBroker, ownDatabase } from './servers';
export { type QueueInfo, TestBroker, testBroker } from './test-broker';
export { TestDatabase, testDatabase } from './test-database';
export { Postfix, type PostfixSettings, describeWithPostfix, startTestSmtpSink } from './postfix';
export { OtherServices, PATIENT_MS, startTestService } from './service-harness';
export { type Surroundings, TestService, surroundings } from './test-service';
export { describeProvider } from './provider-suite';
export { twilioProviders } from './twilio-providers';
export { WorkerService } from './worker-service';
export { type WorkerServiceOptions, startFixture } from './worker-fixture';
export { someone } from './someone/index';
export { uploadedPicture } from './uploaded-picture';
export { RecordingProvider } from './recording-provider';
export { type ServerCertificate, serverCertificate } from './server-certificate';
export { ServerLink } from './server-link';
export { type TwilioBehavior, TwilioServer } from './twilio-server';
export { describeTwilioChecks } from './twilio-worker/checking';
export { describeTwilioSending } from './twilio-worker/sending';
export { describeTwilioStop } from './twilio-worker/stopping';
export { TwilioSending, twilioAccount } from './twilio-worker/twilio-sending';
export { type TwilioWorker, manyPeople, ownAccount, startWorker } from './twilio-worker/twilio-worker';
