import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { Unwell } from '../failures';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, oneOf, options, someOf, verb } from '../words';

const types = [
  'campaign.published',
  'campaign.paused',
  'campaign.resumed',
  'campaign.retried',
  'campaign.cancelled',
  'campaign.completed',
  'campaign.approval_requested',
  'campaign.approval_withdrawn',
  'campaign.approved',
  'campaign.rejected',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.unconfirmed',
  'delivery.bounced',
  'delivery.complained',
  'subscriber.unsubscribed',
  'topic.opted_out',
  'subscriber.confirmed',
  'suppression.created',
  'message.received',
  'import.finished',
  'person.created',
  'person.updated',
  'person.merged',
  'person.deleted',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'attribute.updated',
  'attribute.deleted',
] as const satisfies Schemas['WebhookEventType'][];

/** Prints a webhook with its secret. No later response contains the secret. */
async function shownOnce(output: Session['output'], made: Answer<Schemas['NewWebhook']>): Promise<void> {
  const last = 'The secret is shown only once.';
  await output.one(made, (webhook, { details }) => [...details(webhook), '', last], made.secret ?? '');
  // The response to an earlier attempt was lost, and the repeated response omits the secret.
  if (made.secret === undefined) throw new Unwell('The secret was lost before it arrived. Rotate it');
}

/** Webhook endpoints of the user's systems. */
export function webhooks(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'webhooks', 'endpoints of your systems that receive events');
  const { user, output } = session;

  verb(noun, 'list', 'lists webhooks')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/webhooks', {}, limit), [
        '_id',
        wide('url'),
        'eventTypes',
        'disabledFor',
        'failingSince',
      ]),
    );

  verb(noun, 'show <webhook>', 'shows a webhook, without its secret', ID).action(async (id) =>
    output.one(await user.get('/webhooks/{id}', { path: { id } })),
  );

  verb(
    noun,
    'create <url>',
    'creates a webhook and shows its secret once',
    'https://shop.example.com/hook --events campaign.completed,delivery.failed',
  )
    .requiredOption('--events <types>', types.join(', '), someOf(...types))
    .option('--description <text>')
    .option('--batch', 'sends up to 100 deliveries per message')
    .action(async (url, { events: eventTypes, ...fields }) => {
      await shownOnce(output, await user.post('/webhooks', { body: { url, eventTypes, ...fields } }));
    });

  verb(noun, 'update <webhook>', 'changes a webhook', `${ID} --enable`)
    .option('--url <url>')
    .option('--events <types>', types.join(', '), someOf(...types))
    .option('--description <text>')
    .option('--enable', 'sends events again, starting with the pending ones')
    .option('--disable', 'sends no events until the webhook is enabled')
    .action(async (id, { events: eventTypes, enable, disable, ...fields }) => {
      const disabled = enable === true ? false : disable;
      const body = { ...fields, eventTypes, disabled };
      await output.one(await user.patch('/webhooks/{id}', { path: { id }, body }));
    });

  verb(
    noun,
    'rotate <webhook>',
    'creates a new secret and shows it once; the previous secret also signs for a day',
    ID,
  ).action(async (id) => {
    await shownOnce(output, await user.post('/webhooks/{id}/secret/rotate', { path: { id } }));
  });

  verb(noun, 'test <webhook>', 'sends a test message and shows the response', ID).action(async (id) =>
    output.one(await user.post('/webhooks/{id}/test', { path: { id } })),
  );

  verb(noun, 'attempts <webhook>', 'lists the sent messages, newest first', `${ID} --ok false`)
    .option('--ok <whether>', 'true or false: only these attempts', oneOf('true', 'false'))
    .addOption(options.limit)
    .action((id, { ok, limit }) =>
      output.list(user.pages('/webhooks/{id}/attempts', { path: { id }, query: { ok } }, limit), [
        'at',
        'type',
        wide('messageId'),
        'status',
        'error',
        'nextTryAt',
      ]),
    );

  verb(noun, 'replay <webhook>', 'resends earlier messages', `${ID} --since 2026-03-01T10:00:00Z`)
    .option('--message <id>', 'one message, from an attempt')
    .option('--since <time>', 'all events since this time')
    .option('--until <time>', 'before this time (default: now)')
    .action(async (id, { message: messageId, since, until }) => {
      await output.one(
        await user.post('/webhooks/{id}/replay', { path: { id }, body: { messageId, since, until } }),
      );
    });

  verb(noun, 'remove <webhook>', 'deletes a webhook with its pending messages', ID)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm('Permanently delete this webhook and its log?', yes);
      await output.removed(await user.delete('/webhooks/{id}', { path: { id } }), 'webhook');
    });
}
