export { eventually } from './eventually';
export { Guard } from './guard';
export { OwnServer, ownBroker, ownDatabase } from './own-server';
export { type QueueInfo, TestBroker, testBroker } from './test-broker';
export { TestDatabase, testDatabase } from './test-database';
export { type HarnessOptions, OtherServices, startTestService } from './service-harness';
export { type ProviderUnderTest, type Providers, type Situation, describeProvider } from './provider-suite';
export { RecordingProvider } from './recording-provider';
export { ServerLink } from './server-link';
