export {
  type BrokerOptions,
  type ClusterNode,
  FRESH_NUMBERS,
  type RunningBroker,
  startBrokerProcess,
  startMapper,
} from './broker/broker-process';
export { findBroker, startBroker } from './broker/start-broker';
export {
  type RunningDatabase,
  type RunningMember,
  SMALL,
  becomePrimary,
  databaseUrl,
  startMember,
} from './database/database-process';
export { findMongod, startDatabase } from './database/start-database';
export { type InContainer, docker, removeContainer } from './docker';
export { type Lock, tryLock, whileLocked } from './processes/lock';
export { findChromium, findWebKit } from './install/find-browsers';
export { findDkimpy } from './install/find-dkimpy';
export { findPromtool } from './install/find-promtool';
export { type Wheels, fetchWheels } from './install/packages';
export { type FetchOptions, PackageUnavailable, unpackPackage } from './install/unpacked-package';
export { storageOf } from './first-that-works';
export type { Environment, LocalServer, LocalServerOptions, OrphanedProcess, Witness } from './local-server';
export { findDovecot } from './postfix/find-dovecot';
export { findPostfix, findPostfixProgram } from './postfix/find-postfix';
export { startSmtpSink } from './postfix/start-smtp-sink';
export { answersAmqp, answersTcp } from './processes/answers';
export { Ports, closedPort, isFree, reservePort } from './processes/ports';
export { identify, isStillRunning } from './processes/process-identity';
export { cut, endOfLog, findProgram, killGroup, runCommand } from './processes/run-command';
export {
  type ProcessUser,
  type ServerProcess,
  startProcess,
  startServer,
  untilTrue,
} from './processes/server-process';
