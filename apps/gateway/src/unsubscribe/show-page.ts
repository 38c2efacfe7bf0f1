import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { style } from './style';

/** Nothing is loaded, run or framed, and the form leads nowhere else. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** Answers with a page that tells nobody where its reader came from, and that nobody keeps. */
export function showPage(reply: FastifyReply, status: number, html: string): void {
  void reply.code(status).headers(headers).send(html);
}
