export { Messenger, type RequestOptions } from './client/messenger';
export { MessagingConnection, type MessagingConnectionOptions } from './connection/messaging-connection';
export type { MessageContext } from './envelope';
export type { MessagingLog } from './log';
export { Command, OnBroadcast, OnEvent } from './server/decorators';
export { MessagingServer, type MessagingServerOptions } from './server/messaging-server';
export { type Trace, currentTrace, withTrace } from './trace';
export { DeadLetters, type DeadMessage, type Selection, queuesWithDead } from './dead-letters';
