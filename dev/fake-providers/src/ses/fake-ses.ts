import { createHash, createHmac } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ApiAnswer, ApiRequest, FakeApi, FakeApiMail, NoAnswer } from '../apis/fake-api';
import { type FakeApiOptions, isWrong, jsonOf, newId } from '../apis/fake-api-mail';

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html: the fields that Carillon sends. */
const SendEmail = Type.Object(
  {
    Destination: Type.Object({ ToAddresses: Type.Array(Type.String(), { minItems: 1, maxItems: 50 }) }),
    Content: Type.Object(
      { Raw: Type.Object({ Data: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }) }) },
      { additionalProperties: false },
    ),
    ConfigurationSetName: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
  },
  { additionalProperties: false },
);
type SendEmail = Static<typeof SendEmail>;

interface FakeSesOptions extends FakeApiOptions {
  /** The secret access key of all accounts. Absent: signatures need only the right form. */
  readonly secretAccessKey?: string;
}

const MAX_BYTES = 40 * 1024 * 1024;
/** AWS refuses requests that were signed earlier (milliseconds). */
const MAX_AGE_MS = 15 * 60_000;
const address = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const form =
  /^AWS4-HMAC-SHA256 Credential=([^/\s]+)\/(\d{8})\/([a-z0-9-]+)\/ses\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** The part of the Amazon SES API v2 that sends encoded emails. */
export class FakeSes implements FakeApi {
  constructor(private readonly options: FakeSesOptions = {}) {}

  async answer(request: ApiRequest): Promise<ApiAnswer | NoAnswer> {
    const fault = this.faultInSignature(request);
    if (fault) return fault;
    const { path, method } = request;
    if (path === '/v2/email/account' && method === 'GET')
      return { status: 200, body: { SendingEnabled: true, ProductionAccessEnabled: true } };
    if (path !== '/v2/email/outbound-emails' || method !== 'POST')
      return refused(404, 'UnknownOperationException', 'Unknown operation');
    if (request.body.length > MAX_BYTES) return refused(413, 'RequestEntityTooLarge', 'Too large');
    const body = jsonOf(request);
    if (!Value.Check(SendEmail, body)) return refused(400, 'BadRequestException', 'The input is invalid');
    const to = body.Destination.ToAddresses;
    if (!to.every((each) => address.test(each)))
      return refused(400, 'BadRequestException', "Missing final '@domain'");
    return this.take(body);
  }

  private async take({ Content, Destination }: SendEmail): Promise<ApiAnswer | NoAnswer> {
    const message = Buffer.from(Content.Raw.Data, 'base64');
    const id = `0100${newId()}-000000`;
    const mails = Destination.ToAddresses.map((to) => mailOf(message, to, id));
    for (const mail of mails) {
      const act = (await this.options.conduct?.(mail)) ?? 'takes';
      if (act !== 'takes') return act;
    }
    for (const mail of mails) await this.options.take?.(mail);
    return { status: 200, body: { MessageId: id } };
  }

  /** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
  private faultInSignature(request: ApiRequest): ApiAnswer | null {
    const { authorization = '' } = request.headers;
    const [, key = '', day = '', region = '', signed = '', signature = ''] = form.exec(authorization) ?? [];
    if (signature === '') return refused(403, 'IncompleteSignature', 'The signature is incomplete');
    if (isWrong(key))
      return refused(403, 'UnrecognizedClientException', 'The security token in the request is invalid');
    const at = String(request.headers['x-amz-date'] ?? '');
    const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
    const age = Math.abs(Date.now() - Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`));
    if (!(age < MAX_AGE_MS) || !at.startsWith(day))
      return refused(403, 'RequestExpired', 'The request was signed too long ago');
    if (!['host', 'x-amz-date'].every((name) => signed.split(';').includes(name)))
      return refused(403, 'IncompleteSignature', 'The signature lacks a header');
    const { secretAccessKey } = this.options;
    if (secretAccessKey === undefined) return null;
    const expected = signatureOf(request, { secretAccessKey, day, region, at, signed });
    if (expected === signature) return null;
    return refused(403, 'InvalidSignatureException', 'The request signature does not match');
  }
}

interface Signing {
  secretAccessKey: string;
  day: string;
  region: string;
  at: string;
  signed: string;
}

function signatureOf(
  { method, path, headers, body }: ApiRequest,
  { secretAccessKey, day, region, at, signed }: Signing,
): string {
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  const fields = signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  // The path as the client sent it: below the name of the provider.
  const canonical = [method, `/ses${path}`, '', fields.join(''), signed, hash(body)].join('\n');
  const scope = `${day}/${region}/ses/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, hash(canonical)].join('\n');
  const key = [day, region, 'ses', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html */
function refused(status: number, code: string, message: string): ApiAnswer {
  return { status, headers: { 'x-amzn-errortype': code }, body: { message } };
}

function mailOf(message: Buffer, to: string, id: string): FakeApiMail {
  const head = message.subarray(0, Math.max(0, message.indexOf('\r\n\r\n'))).toString('latin1');
  const [, sender = ''] = /^From:(?:[^\r]|\r\n[ \t])*?([^\s<>]+@[^\s<>]+)>?\r?$/im.exec(head) ?? [];
  const [, token = null] = /^X-SES-MESSAGE-TAGS: carillon=(\S+)\r?$/im.exec(head) ?? [];
  return { id, sender, to, token, message: () => Promise.resolve(message) };
}
