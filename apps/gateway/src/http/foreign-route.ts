import type { AppError } from '@carillon/contracts';
import type { CustomDecorator } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { BodyForm } from './body-form';

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

declare module 'fastify' {
  interface FastifyContextConfig {
    foreign?: ForeignRoute;
  }
}
