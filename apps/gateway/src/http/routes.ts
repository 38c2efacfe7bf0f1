import type { AppError } from '@carillon/contracts';
import type { CustomDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { BodyForm, UploadForm } from './body';

/** How a route deals with requests that follow other rules than the API's. */
export interface ForeignRoute {
  body: BodyForm;
  /** Absent: errors are told as problems, as everywhere. */
  answerError?: (error: AppError, reply: FastifyReply) => void;
}

/**
 * A route for those who do not know this API: browsers, mail providers, Twilio. It takes no key; body, query and the header
 * Accept are its own business. Scripts of other origins have no business with pages for people.
 */
export const Foreign = (foreign: ForeignRoute): CustomDecorator =>
  RouteConfig({ open: true, foreign, ...(foreign.answerError && { cors: false }) });

/**
 * A route whose answer may go on for as long as the client keeps reading. What it asks of services has time limits of its
 * own; the limit for requests as a whole does not hold.
 */
export const LongAnswer = (): CustomDecorator => RouteConfig({ isLong: true });

/** A route that answers with server-sent events for as long as there is something to tell. */
export const EventsAnswer = (): CustomDecorator => RouteConfig({ isLong: true, isEvents: true });

/** A route that answers with a file, of a type that may depend on the query. */
export const FileAnswer = (fileType: FileType): CustomDecorator => RouteConfig({ isLong: true, fileType });
type FileType = (query: unknown) => string;

/**
 * A route whose body is a file, which its handler takes from the request while it arrives. When it may begin to come, and
 * how long it may take, is the handler's business.
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
