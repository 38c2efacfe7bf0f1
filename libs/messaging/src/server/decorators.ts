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

/** Nest's own types an event by a map of Nest's; here the contract's does that. */
const listener: (name: string) => MethodDecorator = EventPattern;

/** Nest passes only the payload unless the parameters are decorated. */
const PayloadAndContext: MethodDecorator = (target, key) => {
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
};

/** Nest would replace every error by "Internal server error"; the transport needs the one that was thrown. */
@Catch()
class ErrorsAsThrown implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Answers a command of this service. A throw is an error reply; what is not an AppError reaches the caller as `internal`. */
export function Command<N extends CommandName>(name: N): Decorates<PayloadOf<N>, Promise<Reply<N>>> {
  return applyDecorators(MessagePattern(name), UseFilters(ErrorsAsThrown), PayloadAndContext);
}

/**
 * Handles an event that one of this service's queues takes. Returning acknowledges it; an error of kind `unavailable` holds
 * it and runs it again; any other throw sends it up the retry ladder, and then aside as dead.
 */
export function OnEvent<N extends EventName>(name: N): Decorates<PayloadOf<N>, Promise<void>> {
  return applyDecorators(listener(name), UseFilters(ErrorsAsThrown), PayloadAndContext);
}

/** Hears what is said to every running process. A throw is logged. */
export function OnBroadcast<N extends BroadcastName>(name: N): Decorates<PayloadOf<N>, Promise<void> | void> {
  return applyDecorators(listener(name), UseFilters(ErrorsAsThrown), PayloadAndContext);
}
