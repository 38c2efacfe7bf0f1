export { Guard } from './guard';
export { type QueueInfo, TestBroker, testBroker } from './test-broker';
export { TestDatabase, testDatabase } from './test-database';
