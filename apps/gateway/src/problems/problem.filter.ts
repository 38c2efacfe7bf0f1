import { AppError, errorCodes } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { asAppError } from './as-app-error';
import { PROBLEM_TYPE, problemHeaders, problemOf } from './problem';

/**
 * Answers whatever is thrown, in Nest and in Fastify alike: as a problem, unless the route has a way of its own. Only what
 * nobody expected is logged.
 */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    this.answer(thrown, host.switchToHttp().getResponse<FastifyReply>());
  }

  answer(thrown: unknown, reply: FastifyReply): void {
    if (reply.sent) return;
    const error = asAppError(thrown);
    const requestId = reply.request.id;
    if (!(thrown instanceof AppError) && error.kind === 'internal') {
      this.log.error({ requestId, err: thrown }, errorCodes.internal.title);
    }
    const answer = reply.request.routeOptions.config.foreign?.answerError ?? answerProblem;
    answer(error, reply);
  }
}

function answerProblem(error: AppError, reply: FastifyReply): void {
  const problem = problemOf(error, reply.request.id);
  void reply
    .code(problem.status)
    .headers({ ...problemHeaders(error), 'content-type': PROBLEM_TYPE })
    .send(JSON.stringify(problem));
}
