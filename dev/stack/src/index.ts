export { Folder } from './folder';
export { isObject } from './json-file';
export { LaunchedStack } from './launched-stack';
export { OrphanedProcesses, endLeftovers } from './orphaned-processes';
export { pidOf, stack } from './running-stack';
export { SecretsFile, type StackSecrets, type TwilioLogin, twilioLogin } from './secrets';
export {
  type PlannedProcess,
  type ServiceProcessOptions,
  isReady,
  planProcesses,
  startService,
  untilReady,
} from './service-process';
export { type Phase, type StackService, stackServices, stopPhases } from './services';
export {
  type StackAddresses,
  type StackSettings,
  gatewayUrl,
  inboxUrl,
  smtpUrl,
  stackSettings,
  twilioUrl,
} from './settings';
export { type StackFile, describeStack, readStackUrls, removeStackFile, writeStackFile } from './stack-file';
