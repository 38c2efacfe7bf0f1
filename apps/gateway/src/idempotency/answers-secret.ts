import type { CustomDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/** Answers of this route have a field that is shown once, and never stored. */
export const AnswersSecret = (field: string): CustomDecorator => RouteConfig({ secret: field });

declare module 'fastify' {
  interface FastifyContextConfig {
    secret?: string;
  }
}
