import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The folder of all builds: the parent folder of the gateway's build, or the folder beside the sources. */
const root = [join(__dirname, '../..'), join(__dirname, '../../../../dist')].find((folder) =>
  existsSync(join(folder, 'clients/console')),
);

/** The files of a build can be cached permanently, because changed content has another name. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The files of a browser build. */
export interface Build {
  folder: string;
  /** Sends a file of the build, in the compression that the browser prefers. */
  send: (reply: FastifyReply, file: string, headers: Record<string, string>) => FastifyReply;
}

/** Lets Fastify's responses send files of builds. */
export async function readyBuilds(http: FastifyInstance): Promise<void> {
  if (root !== undefined)
    await http.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false });
}

/** @returns null if it was not built. */
export function buildOf(name: string): Build | null {
  if (root === undefined || !existsSync(join(root, name, 'index.html'))) return null;
  return {
    folder: join(root, name),
    send: (reply, file, headers) =>
      reply
        .headers({ 'x-content-type-options': 'nosniff', ...headers, vary: 'accept-encoding' })
        .sendFile(`${name}/${file}`),
  };
}
