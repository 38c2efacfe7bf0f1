import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Api, Schemas } from '../api/api';
import { Refusal, Unwell } from '../failures';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { CHANNELS, channel, channels, collected, nounOf, options, someNumber, verb } from '../words';
import { settingsOf, usualKinds, withSettings } from './sender-settings';

type Channel = Schemas['Channel'];

export function integrations(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'integrations', 'the default sender of each channel');
  const { user, output } = session;

  verb(noun, 'list', 'lists the integrations')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/integrations', {}, limit), [
        '_id',
        'channel',
        wide('name'),
        'status',
        wide('statusReason', 'REASON'),
        number('ratePerSecond', 'RATE'),
        'checkedAt',
      ]),
    );

  verb(noun, 'show', 'shows the integration for a channel', 'email')
    .argument('<channel>', CHANNELS, channel)
    .action(async (which) => {
      const path = { id: await integrationId(user, which) };
      await output.one(await user.get('/integrations/{id}', { path }));
    });

  const add = nounOf(noun, 'add', 'adds an integration');
  const update = nounOf(noun, 'update', 'changes an integration');
  for (const each of channels) {
    addIntegration(add, session, each);
    updateIntegration(update, session, each);
  }

  verb(noun, 'test', 'tests the credentials, and with --to also sends a message', 'sms --to +4791234567')
    .argument('<channel>', CHANNELS, channel)
    .option('--to <address>', 'sends one message to this address')
    .action(async (which, { to }) => {
      const path = { id: await integrationId(user, which) };
      const tried = await user.post('/integrations/{id}/test', { path, body: { identifier: to } });
      await output.one(tried);
      if (!tried.ok) throw new Unwell('The provider rejected the test');
    });

  verb(noun, 'remove', 'removes the integration for a channel', 'sms')
    .argument('<channel>', CHANNELS, channel)
    .addOption(options.yes)
    .action(async (which, { yes }) => {
      const path = { id: await integrationId(user, which) };
      await session.confirm(`Remove the integration for ${which}?`, yes);
      await output.removed(await user.delete('/integrations/{id}', { path }), 'integration');
    });
}

/**
 * Returns the ID of the user's integration for a channel.
 * @throws Refusal
 */
async function integrationId(user: Api, which: Channel): Promise<string> {
  const { value } = await user.pages('/integrations', { query: { channel: which } }).next();
  const found = value?.[0];
  if (found?._id) return found._id;
  throw new Refusal(
    `There is no integration for ${which}. Add one: carillon integrations add ${which.toLowerCase()}`,
  );
}

function addIntegration(noun: CommandUnknownOpts, { user, output, world }: Session, which: Channel): void {
  withSettings(
    verb(noun, which.toLowerCase(), `adds an integration for ${which}`, usualKinds[which].example),
    usualKinds[which],
  )
    .option('--name <name>', 'a name of your choice', `My ${which}`)
    .option('--rate <n>', 'messages per second', someNumber)
    .action(async ({ name, rate, ...given }) => {
      const own = await settingsOf(usualKinds[which], given, world, true);
      const body = { channel: which, name, settings: own, ratePerSecond: rate };
      await output.one(await user.post('/integrations', { body: body as Schemas['CreateIntegration'] }));
    });
}

function updateIntegration(noun: CommandUnknownOpts, { user, output, world }: Session, which: Channel): void {
  withSettings(
    verb(noun, which.toLowerCase(), `changes the integration for ${which}`, '--rate 5'),
    usualKinds[which],
  )
    .option('--name <name>', 'a name of your choice')
    .option('--rate <n>', 'messages per second', someNumber)
    .option('--unset <setting>', 'removes a setting, such as replyTo; can be repeated', collected)
    .action(async ({ name, rate, unset = [], ...given }) => {
      const changes = await settingsOf(usualKinds[which], given, world, false);
      for (const setting of unset) changes[setting] = null;
      const own = Object.keys(changes).length > 0 ? changes : undefined;
      const path = { id: await integrationId(user, which) };
      const body = { name, settings: own as Schemas['UpdateIntegration']['settings'], ratePerSecond: rate };
      await output.one(await user.patch('/integrations/{id}', { path, body }));
    });
}
