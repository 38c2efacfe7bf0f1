import type { CustomDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/**
 * A route whose answer may go on for as long as the client keeps reading. What it asks of services has time limits of its
 * own; the limit for requests as a whole does not hold.
 */
export const LongAnswer = (): CustomDecorator => RouteConfig({ isLong: true });

/** A route that answers with server-sent events for as long as there is something to tell. */
export const EventsAnswer = (): CustomDecorator => RouteConfig({ isLong: true, isEvents: true });

/** A route that answers with a file, of a type that may depend on the query. */
export const FileAnswer = (fileType: FileType): CustomDecorator => RouteConfig({ isLong: true, fileType });
export type FileType = (query: unknown) => string;

declare module 'fastify' {
  interface FastifyContextConfig {
    isLong?: boolean;
    isEvents?: boolean;
    fileType?: FileType;
  }
}
