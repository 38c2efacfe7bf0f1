import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@carillon/contracts';
import type { CustomDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/** What a route takes as a file, of any size. */
export interface UploadForm {
  /** Why a file of this type, or of none, is not taken; null: it is. */
  refuse(contentType: string | undefined): string | null;
}

/**
 * A route whose body is a file, which its handler takes from the request while it arrives. When it may begin to come, and
 * how long it may take, is the handler's business.
 */
export const UploadRoute = (upload: UploadForm): CustomDecorator => RouteConfig({ isLong: true, upload });

/** Looks at what is announced; nothing is read. @throws AppError unsupported_media_type */
export function admitUpload(headers: IncomingHttpHeaders, form: UploadForm): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  const refusal = form.refuse(type);
  if (refusal !== null) throw new AppError('unsupported_media_type', refusal);
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Send the file without Content-Encoding');
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    upload?: UploadForm;
  }
}
