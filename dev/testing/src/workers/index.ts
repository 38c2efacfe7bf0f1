export { describeTwilioChecks } from './checking';
export { describeTwilioSending } from './sending';
export { describeTwilioStop } from './stopping';
export { type TwilioWorker, manyPeople, ownAccount, startWorker } from './twilio-worker';
export { type WorkerServiceOptions, startFixture } from './worker-fixture';
export { WorkerService } from './worker-service';
