import { AppError, type ErrorCode, errorCodes } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PROBLEM_TYPE, problemHeaders, problemOf } from './problem';

/**
 * Converts everything that Nest or Fastify handlers throw to a response: a problem document, unless the route has its
 * own form of errors. Logs only unexpected errors.
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

/** The error codes of Fastify's own refusals. Source: Fastify's errors.md. */
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  FST_ERR_NOT_FOUND: 'route_not_found',
};

/** Converts a thrown value to the error of the response. Unexpected errors become `internal`. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  return new AppError(
    code === undefined ? 'internal' : (fastifyCodes[code] ?? 'internal'),
    undefined,
    [],
    {},
    {
      cause: error,
    },
  );
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && Object.hasOwn(fastifyCodes, error.code) ? error.code : undefined;
}
