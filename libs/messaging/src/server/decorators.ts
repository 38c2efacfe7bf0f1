import type { BroadcastName, CommandName, EventName, Payload as PayloadOf, Reply } from '@carillon/contracts';
import { Catch, type ExceptionFilter, UseFilters, applyDecorators } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { MessageContext } from '../envelope';

type Handler<P, R> = (payload: P, context: MessageContext) => R;
type Decorates<P, R> = <H extends Handler<P, R>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/** Nest derives the type of an event from its own map. Here the contract's types define it. */
const listener: (name: string) => MethodDecorator = EventPattern;

/** Nest passes only the payload unless the parameters are decorated. */
const PayloadAndContext: MethodDecorator = (target, key) => {
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
};

/** Nest would replace every error with "Internal server error", but the transport needs the original one. */
@Catch()
class ErrorsAsThrown implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Handles a command of this service. If the handler throws, the reply is the error; an error that is not an AppError
 * reaches the caller as `internal`.
 */
export function Command<N extends CommandName>(name: N): Decorates<PayloadOf<N>, Promise<Reply<N>>> {
  return applyDecorators(MessagePattern(name), UseFilters(ErrorsAsThrown), PayloadAndContext);
}

/**
 * Handles an event that arrives in one of this service's queues. If the handler returns, the event is acknowledged. An
 * error of kind `unavailable` holds the event and runs it again. After any other error, the event is retried with
 * growing delays, and then dead-lettered.
 */
export function OnEvent<N extends EventName>(name: N): Decorates<PayloadOf<N>, Promise<void>> {
  return applyDecorators(listener(name), UseFilters(ErrorsAsThrown), PayloadAndContext);
}

/** Handles a broadcast to every running process. An error is logged. */
export function OnBroadcast<N extends BroadcastName>(name: N): Decorates<PayloadOf<N>, Promise<void> | void> {
  return applyDecorators(listener(name), UseFilters(ErrorsAsThrown), PayloadAndContext);
}
