import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiAnswer, FakeApi, FakeApis, NoAnswer } from './fake-api';

/** Larger than any provider's limit for a request. */
const MAX_BODY_BYTES = 60 * 1024 * 1024;
const JSON_TYPE = 'application/json';

/** Serves each API below the name of its provider, as `PROVIDER_API_URL` of the workers expects it. */
export const mountApis: FastifyPluginCallback<{
  apis: FakeApis;
  onError?: ((error: unknown) => void) | undefined;
}> = (app, { apis, onError }, done) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
  for (const [provider, api] of Object.entries(apis))
    app.all(`/${provider}/*`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const answer = await answerOf(api, provider, request).catch((error: unknown): ApiAnswer => {
        onError?.(error);
        return { status: 500 };
      });
      return write(answer, reply);
    });
  done();
};

async function answerOf(
  api: FakeApi,
  provider: string,
  { method, url, headers, body }: FastifyRequest,
): Promise<ApiAnswer | NoAnswer> {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return api.answer({
    method,
    path: pathname.slice(provider.length + 1),
    query: searchParams,
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  });
}

function write(answer: ApiAnswer | NoAnswer, reply: FastifyReply): FastifyReply {
  if (typeof answer === 'string') {
    const { raw } = reply.hijack();
    if (answer === 'resets') raw.socket?.resetAndDestroy();
    return reply;
  }
  const { status, headers = {}, body = '' } = answer;
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : JSON_TYPE;
  return reply
    .code(status)
    .headers({ 'content-type': type, ...headers })
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}
