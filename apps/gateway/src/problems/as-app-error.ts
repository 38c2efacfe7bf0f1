import { AppError, type ErrorCode } from '@carillon/contracts';

/** What Fastify itself refuses, in our words. Source: Fastify's errors.md. */
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  FST_ERR_NOT_FOUND: 'route_not_found',
};

/** Whatever was thrown, as the error that is answered; what nobody expected is `internal`. */
export function asAppError(error: unknown): AppError {
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
