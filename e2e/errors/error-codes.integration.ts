import type { AddressInfo } from 'node:net';
import { type ErrorCode, errorCodes } from '@carillon/contracts';
import { SMTPServer } from 'smtp-server';
import { statusOf } from '../../apps/gateway/src/http/problems/problem';
import { operations } from '../../apps/gateway/test/operations';
import { System } from '../system';
import { provocations } from './provocations';
import { RunContext } from './context';

/** All operations that respond with 201. */
const creating = operations
  .filter(([, , , status]) => status === 201)
  .map(([method, path]) => `${method} ${path.replaceAll(/[0-9a-f]{24}/g, ':id')}`);

/** A mail server that accepts every email. */
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
});
let system: System;
let context: RunContext;
beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  system = await System.start(null, {
    ...{ ARRIVAL_TIMEOUT_MS: '5000', QUOTAS_UPGRADED: 'groups=1' },
    ...{ DEFAULT_SMTP_URL: `smtp://127.0.0.1:${port}`, DEFAULT_FROM: 'hello@carillon.example' },
  });
  context = new RunContext(system);
});
afterAll(async () => {
  await system.close();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

describe('a created resource', () => {
  it('can be read at its Location with the key that created it', async () => {
    const { id: group, slug } = await context.group();
    await context.newUser();
    const { _id: keyId } = await context.make('POST', '/api-keys', { name: 'x' });
    await context.make('POST', `/api-keys/${keyId}/rotate`);
    await context.make(
      'POST',
      '/operator/api-keys',
      { name: 'x', scopes: ['read'] },
      context.system.operatorKey,
    );
    const campaign = await context.campaign();
    await context.make('POST', `/campaigns/${campaign}/duplicate`);
    await context.make('POST', `/campaigns/${campaign}/comments`, { text: 'Good' });
    await context.conversion();
    await context.make('POST', '/campaigns/drafts', {});
    const ann = { integration: 'email', identifier: 'ann@example.com' };
    await context.make('POST', '/subscribers', { ...ann, groupSlug: slug });
    await context.make('POST', '/people', { email: ['bob@example.com'] });
    await context.make('POST', '/segments', { name: 'Germans', conditions: { country: ['DE'] } });
    await context.make('POST', '/topics', { name: 'Offers' });
    await context.make('POST', '/saved-filters', { name: 'Sent', status: 'SENT' });
    const { _id: template } = await context.make('POST', '/templates', { name: 'News', smsMessage: 'Hi' });
    await context.make('POST', `/templates/${template}/draft`);
    const form = { name: 'Footer', group, title: 'Choir news', wording: 'Send me news.' };
    await context.make('POST', '/sign-up-forms', form);
    await context.make('POST', '/suppressions', { channel: 'email', identifier: 'ann@example.com' });
    const settings = { host: 'smtp.example.com', port: 25, security: 'none', fromAddress: 'a@example.com' };
    await context.make('POST', '/integrations', { channel: 'email', name: 'Ours', settings });
    await context.make('POST', '/senders', { channel: 'email', name: 'Another', settings });
    await context.make('POST', '/domains', { domain: 'example.com' });
    await context.make('POST', '/operator/domains', { domain: 'example.com' }, context.system.operatorKey);
    const webhook = { url: 'https://shop.example.com/', eventTypes: ['campaign.paused'] };
    await context.make('POST', '/webhooks', webhook);
    await context.make('POST', '/invitations', { email: 'grace@example.com', role: 'viewer' });
    await context.signedIn();
    expect(context.created.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(context.created.map(({ by }) => by))).toEqual(new Set(creating));
  });
});

describe('an error code', () => {
  it('has a test that provokes it', () => {
    expect(Object.keys(provocations).sort()).toEqual(Object.keys(errorCodes).sort());
  });

  it.each(Object.entries(provocations))('%s is returned with its status and title', async (name, provoke) => {
    const code = name as ErrorCode;
    const { status, body } = await provoke(context);
    expect([status, body]).toEqual([
      statusOf(code),
      expect.objectContaining({
        code,
        status,
        title: errorCodes[code].title,
        type: `/api/docs/errors#${code}`,
        errors: expect.any(Array) as object[],
        requestId: expect.any(String) as string,
      }),
    ]);
  });
});
