export { Folder } from './folder';
export { isObject, readJson, writeJson } from './json-file';
export { LaunchedStack } from './launched-stack';
export { OrphanedProcesses, endLeftovers } from './orphaned-processes';
export { processMode } from './process-mode';
export { isOneProcess, pidOf, stack } from './running-stack';
export { SecretsFile, type StackSecrets, type TwilioSecrets, twilioLogin } from './secrets';
export {
  type PlannedProcess,
  type ServiceProcessOptions,
  isReady,
  planProcesses,
  startService,
  untilReady,
} from './service-process';
export { type Phase, type StackService, oneProcess, stackServices, stopPhases } from './services';
export {
  type StackAddresses,
  type StackSettings,
  gatewayUrl,
  inboxUrl,
  smtpUrl,
  bounceUrl,
  stackSettings,
  twilioAccounts,
  twilioUrl,
} from './settings';
export { type StackFile, describeStack, readStackUrls, removeStackFile, writeStackFile } from './stack-file';
