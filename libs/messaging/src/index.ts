export { asService, currentService } from './current-service';
export { hasCallerLeft, timeLeft, withDeadline, withoutDeadline } from './deadline';
export { Messenger, type RequestOptions } from './client/messenger';
export { MessagingConnection, type MessagingConnectionOptions } from './connection/messaging-connection';
export type { MessageContext } from './envelope';
export type { MessagingLog } from './log';
export type { HandledMessage, MessagingObserver, RequestResult } from './observer';
export { Command, OnBroadcast, OnEvent } from './server/decorators';
export { MessagingServer, type MessagingServerOptions } from './server/messaging-server';
export { RELEASE } from './release';
export {
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanStart,
  type Tracer,
  areTracesOn,
  beginSpan,
  inNewTrace,
  inSpan,
  isSampled,
  noteSpan,
  spanAttributes,
  storedTrace,
  tracedBy,
  tracedWork,
  useTracer,
} from './spans';
export { endsWithin } from './timing';
export { type Trace, currentTrace, withTrace } from './trace';
export { DeadLetters, type DeadMessage, type Selection, queuesWithDead } from './dead-letters';
export { JITTER, jittered } from './jitter';
