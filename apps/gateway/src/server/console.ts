import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { takesType } from '../http/accept';
import { ignoredBody } from '../http/body';
import { pageHeaders } from '../http/html-page';

/** The build of clients/console: beside the gateway's own build, or from the sources. */
const builds = [
  join(__dirname, '../../clients/console'),
  join(__dirname, '../../../../dist/clients/console'),
];

/** The paths of the console's pages. The script decides what is shown there. */
const pages = ['', '/', '/:page', '/:page/:id', '/:page/:id/:part'].map((path) => `/console${path}`);
/** Files that keep their name from release to release. */
const named = /^(?:icon\.svg|preview\.js)$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const route = { config: { open: true, foreign: { body: ignoredBody } } };

/** The styles that libraries add while the page is open carry the nonce; a script is one of ours, from here. */
const pagePolicy = (nonce: string): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * An email can have any appearance, but must not execute anything or access the console. External content reveals that
 * the email was viewed, so it is loaded only on request.
 */
const previewPolicy = (withImages: boolean): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'unsafe-inline'${withImages ? ' https:' : ''}`,
  `img-src ${withImages ? 'http: https: ' : ''}data:`,
  `font-src ${withImages ? 'https: ' : ''}data:`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
];

/** Serves the web console below /console; nothing if it was not built. */
export async function serveConsole(http: FastifyInstance): Promise<void> {
  const root = builds.find((build) => existsSync(join(build, 'index.html')));
  if (root === undefined) return;
  leadBrowsersThere(http);
  await http.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false });
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  for (const path of pages) http.get(path, route, (_request, reply) => showPage(reply, page));

  const preview = readFileSync(join(root, 'preview.html'), 'utf8');
  for (const [name, withImages] of [
    ['preview', false],
    ['preview-with-images', true],
  ] as const)
    http.get(`/console/${name}.html`, route, (_request, reply) =>
      reply.headers({ ...pageHeaders(previewPolicy(withImages)), 'cache-control': 'no-cache' }).send(preview),
    );
  for (const name of readdirSync(root).filter((each) => named.test(each)))
    http.get(`/console/${name}`, route, (_request, reply) => sendAsset(reply, name, 'no-cache'));
  for (const name of readdirSync(join(root, 'assets')).filter((each) => !/\.(?:br|gz)$/.test(each)))
    http.get(`/console/assets/${name}`, route, (_request, reply) =>
      sendAsset(reply, `assets/${name}`, IMMUTABLE),
    );
}

/** Browsers get pages, and programs get the API description as JSON. */
function leadBrowsersThere(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url !== '/') {
      done();
      return;
    }
    // Keeps caches from mixing these responses.
    reply.header('vary', 'accept');
    const { accept } = request.headers;
    const isBrowser = accept?.toLowerCase().includes('text/html') === true && takesType(accept, 'text/html');
    if (isBrowser) void reply.redirect('/console');
    else done();
  });
}

function showPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  const headers = { ...pageHeaders(pagePolicy(nonce)), 'cache-control': 'no-store' };
  return reply.headers(headers).send(page.replaceAll('{{nonce}}', nonce));
}

function sendAsset(reply: FastifyReply, name: string, cacheControl: string): FastifyReply {
  const headers = { 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' };
  return reply.headers({ ...headers, vary: 'accept-encoding' }).sendFile(name);
}
