import type { Json } from '../api/json';
import { pathOf } from '../api/request';
import type { Session } from '../session';
import { type CommandUnknownOpts, verb } from '../words/command';
import { collected, someNumber } from '../words/values';
import { integrationId } from './find-integration';
import { type Channel, optionsOf, secretsOf, settingsOf } from './setting-options';

const examples: Record<Channel, string> = {
  EMAIL:
    'email --host smtp.example.com --port 587 --security starttls --username news --from-address news@example.com',
  WHATSAPP: 'whatsapp --account-sid AC… --from +14155550100 --auth-token-file token.txt',
  SMS: 'sms --account-sid AC… --messaging-service-sid MG… --auth-token-file token.txt',
};

const RATE = 'messages a second';

/** Options are those of the channel's table, so their values are looked up by name. */
function withSettings(command: CommandUnknownOpts, channel: Channel): CommandUnknownOpts {
  for (const option of optionsOf(channel)) command.addOption(option);
  return command;
}

export function addIntegration({ user, output, world }: Session, channel: Channel): CommandUnknownOpts {
  const command = withSettings(
    verb(channel.toLowerCase(), `adds one for ${channel}`, `integrations add ${examples[channel]}`),
    channel,
  )
    .option('--name <name>', 'what you call it', `My ${channel}`)
    .option('--rate <n>', RATE, someNumber);
  return command.action(async () => {
    const given: Json = command.opts();
    const settings = { ...settingsOf(channel, given), ...(await secretsOf(channel, given, world, true)) };
    const body = { channel, name: given.name, settings, ratePerSecond: given.rate };
    await output.one(await user.post('/integrations', body));
  });
}

export function updateIntegration({ user, output, world }: Session, channel: Channel): CommandUnknownOpts {
  const word = channel.toLowerCase();
  const command = withSettings(
    verb(word, `changes the one for ${channel}`, `integrations update ${word} --rate 5`),
    channel,
  )
    .option('--name <name>', 'what you call it')
    .option('--rate <n>', RATE, someNumber)
    .option('--unset <setting>', 'takes a setting away, such as replyTo; may be repeated', collected);
  return command.action(async () => {
    const given: Json = command.opts();
    const settings = {
      ...settingsOf(channel, given),
      ...(await secretsOf(channel, given, world, false)),
      ...nothingFor(given.unset),
    };
    const changes = {
      name: given.name,
      settings: Object.keys(settings).length > 0 ? settings : undefined,
      ratePerSecond: given.rate,
    };
    await output.one(await user.patch(pathOf`/integrations/${await integrationId(user, channel)}`, changes));
  });
}

/** The settings to take away. */
function nothingFor(names: unknown): Record<string, null> {
  return Object.fromEntries(Array.isArray(names) ? names.map((name) => [String(name), null] as const) : []);
}
