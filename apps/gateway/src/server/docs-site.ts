import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ignoredBody } from '../http/body';
import { digestOf, pageHeaders } from '../http/html-page';
import { IMMUTABLE, buildOf } from './builds';

const route = { config: { open: true, foreign: { body: ignoredBody } } };

/**
 * The pages run the scripts of the build, and the inline ones that choose dark or light colors. Code highlighting
 * requires inline styles.
 */
const policyOf = (page: string): string[] => [
  "default-src 'none'",
  `script-src 'self' ${inlineScriptsOf(page).map(digestOf).join(' ')}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

function inlineScriptsOf(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = '']) => script,
  );
}

/** The paths of files in the build. */
const paths = ['', ':page', ':folder/', ':folder/:page', 'assets/:file', 'assets/chunks/:file'].map(
  (path) => `/docs/${path}`,
);

/** Serves the documentation below /docs, if it was built. */
export function serveDocs(http: FastifyInstance): void {
  const build = buildOf('docs');
  if (build === null) return;
  const policy = policyOf(readFileSync(join(build.folder, 'index.html'), 'utf8'));
  const files = new Map(filesIn(build.folder).map((file) => [`/docs/${addressOf(file)}`, file]));
  // A route for each file would add a tenth of a second to every start.
  for (const path of paths) {
    http.get(path, route, (request, reply) => {
      const file = files.get(decodeURI(request.url.replace(/\?.*$/, '')));
      if (file === undefined) {
        reply.callNotFound();
        return reply;
      }
      return build.send(reply, file, {
        ...(file.endsWith('.html') && pageHeaders(policy)),
        'cache-control': file.startsWith('assets/') ? IMMUTABLE : 'no-cache',
      });
    });
  }
  http.get('/docs', route, (_request, reply) => reply.redirect('/docs/'));
  // The API reference is generated from the routes of this gateway, and is not part of the build.
  http.get('/docs/reference', route, (_request, reply) => reply.redirect('/api/docs'));
}

/** `api/index.html` is shown at `api/`, and `api/campaigns.html` at `api/campaigns`. */
const addressOf = (file: string): string => file.replace(/(?:(^|\/)index)?\.html$/, '$1');

/** The files that a request can name. Compressed files replace them. */
function filesIn(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name));
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}
