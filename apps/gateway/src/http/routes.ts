import type { AppError } from '@carillon/contracts';
import type { CustomDecorator } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { BodyForm, UploadForm } from './body';
import { RouteConfig } from '../route-config';

/** How a route handles requests that don't follow the API's usual rules. */
export interface ForeignRoute {
  body: BodyForm;
  /** Absent: errors are problem documents, as everywhere. */
  answerError?: (error: AppError, reply: FastifyReply) => void;
}

/**
 * A route for callers outside of this API: browsers, mail providers, Twilio. It requires no key, and checks body,
 * query, and the Accept header itself. Scripts of other origins cannot read its pages.
 */
export const Foreign = (foreign: ForeignRoute): CustomDecorator =>
  RouteConfig({ open: true, foreign, ...(foreign.answerError && { cors: false }) });

/**
 * A route whose response can last as long as the client keeps reading. Its requests to services have their own time
 * limits. The limit for whole requests doesn't apply.
 */
export const LongAnswer = (): CustomDecorator => RouteConfig({ isLong: true });

/** A route that responds with server-sent events. */
export const EventsAnswer = (): CustomDecorator => RouteConfig({ isLong: true, isEvents: true });

/** A route that responds with a file, of a type that can depend on the query. */
export const FileAnswer = (fileType: FileType): CustomDecorator => RouteConfig({ isLong: true, fileType });
type FileType = (query: unknown) => string;

/**
 * A route whose body is a file that its handler reads while it arrives. The handler decides when it can start, and how
 * long it can take.
 */
export const UploadRoute = (upload: UploadForm): CustomDecorator => RouteConfig({ isLong: true, upload });

declare module 'fastify' {
  interface FastifyContextConfig {
    foreign?: ForeignRoute;
    isLong?: boolean;
    isEvents?: boolean;
    fileType?: FileType;
    upload?: UploadForm;
  }
}
