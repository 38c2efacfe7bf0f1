import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { takesType } from '../http/accept';
import { ignoredBody } from '../http/body';
import { pageHeaders } from '../http/html-page';
import { IMMUTABLE, buildOf } from './builds';

/** The paths of the console's pages. Its script renders all of them. */
const pages = ['', '/', '/:page', '/:page/:id', '/:page/:id/:part'].map((path) => `/console${path}`);
/** Files that keep their name across releases. */
const named = /^(?:icon\.svg|preview\.js)$/;
const route = { config: { open: true, foreign: { body: ignoredBody } } };

/** Styles that libraries add at runtime carry the nonce. Scripts come only from this build. */
const pagePolicy = (nonce: string, media: string): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  `img-src 'self' ${media} data:`,
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * An email can have any styles, but it cannot run scripts or reach the console. Uploaded images are shown. Loading others
 * reveals that the email was viewed, so they load only on request.
 */
const previewPolicy = (withImages: boolean, media: string): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'unsafe-inline'${withImages ? ' https:' : ''}`,
  `img-src ${withImages ? 'http: https:' : media} data:`,
  `font-src ${withImages ? 'https: ' : ''}data:`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
];

/** Serves the web console below /console, if it was built. Uploaded images have URLs below `publicUrl`. */
export function serveConsole(http: FastifyInstance, publicUrl: string): void {
  const build = buildOf('clients/console');
  if (build === null) return;
  const { folder: root, send } = build;
  const media = `${publicUrl}/m/`;
  leadBrowsersThere(http);
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  for (const path of pages) http.get(path, route, (_request, reply) => showPage(reply, page, media));

  const preview = readFileSync(join(root, 'preview.html'), 'utf8');
  for (const [name, withImages] of [
    ['preview', false],
    ['preview-with-images', true],
  ] as const)
    http.get(`/console/${name}.html`, route, (_request, reply) =>
      reply
        .headers({ ...pageHeaders(previewPolicy(withImages, media)), 'cache-control': 'no-cache' })
        .send(preview),
    );
  for (const name of readdirSync(root).filter((each) => named.test(each)))
    http.get(`/console/${name}`, route, (_request, reply) =>
      send(reply, name, { 'cache-control': 'no-cache' }),
    );
  for (const name of readdirSync(join(root, 'assets')).filter((each) => !/\.(?:br|gz)$/.test(each)))
    http.get(`/console/assets/${name}`, route, (_request, reply) =>
      send(reply, `assets/${name}`, { 'cache-control': IMMUTABLE }),
    );
}

/** A browser that opens the root is redirected to the console. Programs get the service's description as JSON. */
function leadBrowsersThere(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url !== '/') {
      done();
      return;
    }
    // Prevents caches from serving the response of one to the other.
    reply.header('vary', 'accept');
    const { accept } = request.headers;
    const isBrowser = accept?.toLowerCase().includes('text/html') === true && takesType(accept, 'text/html');
    if (isBrowser) void reply.redirect('/console');
    else done();
  });
}

function showPage(reply: FastifyReply, page: string, media: string): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  const headers = { ...pageHeaders(pagePolicy(nonce, media)), 'cache-control': 'no-store' };
  return reply.headers(headers).send(page.replaceAll('{{nonce}}', nonce));
}
