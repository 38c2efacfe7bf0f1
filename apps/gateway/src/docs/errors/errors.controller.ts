import { hash } from 'node:crypto';
import { Controller, Get, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { ignoredBody } from '../../http/body-form';
import { Foreign } from '../../http/foreign-route';
import { Operation } from '../../openapi/operation';
import { errorsPage } from './errors-page';
import { style } from './style';

/** Nothing is loaded, run, sent or framed. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300',
};

/** Where the `type` of every problem leads. */
@Controller('api/docs/errors')
export class ErrorsController {
  @Get()
  @Foreign({ body: ignoredBody })
  @Operation({
    summary: 'Read about the errors',
    description: 'A page with every code and what to do about it.',
    answer: { media: { 'text/html': Type.String() } },
  })
  errors(@Res() reply: FastifyReply): void {
    void reply.headers(headers).send(errorsPage);
  }
}
