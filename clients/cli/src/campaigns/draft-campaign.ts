import { Option } from '@commander-js/extra-typings';
import { type Json, text } from '../api/json';
import { pathOf } from '../api/request';
import { UsageError } from '../failures';
import type { Session } from '../session';
import { groupId } from '../groups/find-group';
import { type CommandUnknownOpts, verb } from '../words/command';
import { wholeNumber } from '../words/values';
import { contentOf, contentOptions, withoutOption } from './content';
import { watch } from './watch-campaign';

const WATERMARK = 'leaves out the credits, where the plan allows it';
export const AT = 'starts at this time, such as 2026-12-24T18:00:00+01:00';
export const LATENESS = 'how late it may still start (3600)';

export function createCampaign(session: Session): CommandUnknownOpts {
  const { user, output, world } = session;
  const command: CommandUnknownOpts = verb(
    'create',
    'makes a draft; with --start it is sent at once',
    'campaigns create "Hello {{name}}" --group friends --email-file hello.html --sms "Hello {{name|friend}}"',
    'campaigns create "Good morning" --group friends --sms "Good morning" --start --watch',
  ).argument('<name>', 'the subject of the email');
  for (const option of [...contentOptions(), ...startOptions()]) command.addOption(option);
  return command.action(async () => {
    const given: Json = command.opts();
    if (given.watch && !given.start) throw new UsageError('--watch needs --start');
    const created = await user.post('/campaigns/create', {
      name: command.args[0],
      ...(await contentOf(given, world)),
      groups: await groupsOf(given, session),
      shouldRemoveWatermark: given.removeWatermark,
      isStarted: given.start,
      scheduledAt: given.at,
      maxLateness: given.maxLateness,
    });
    if (given.watch) return watch(session, text(created, '_id'));
    await output.one(created);
  });
}

const startOptions = (): Option[] => [
  new Option('--remove-watermark', WATERMARK),
  new Option('--start', 'publishes it'),
  new Option('--at <time>', `${AT}; with --start`),
  new Option('--max-lateness <seconds>', LATENESS).argParser(wholeNumber),
  new Option('--watch', 'shows how it goes until it is sent; with --start'),
];

export function editCampaign(session: Session): CommandUnknownOpts {
  const { user, output, world } = session;
  const command: CommandUnknownOpts = verb(
    'edit',
    'changes a draft',
    'campaigns edit 6560f0a1b2c3d4e5f6a7b8c9 --name "Hello again" --without sms',
  ).argument('<campaign>', 'its id');
  command.option('--name <name>', 'the subject of the email');
  for (const option of contentOptions()) command.addOption(option);
  command
    .addOption(withoutOption())
    .option('--remove-watermark', WATERMARK)
    .option('--keep-watermark', 'shows the credits again');
  return command.action(async () => {
    const [id = ''] = command.args;
    const given: Json = command.opts();
    const changes = {
      name: given.name,
      ...(await contentOf(given, world)),
      groups: await groupsOf(given, session),
      shouldRemoveWatermark: given.removeWatermark ?? (given.keepWatermark ? false : undefined),
    };
    await output.one(await user.patch(pathOf`/campaigns/${id}`, changes));
  });
}

/** The ids of the groups that are named. */
async function groupsOf(given: Json, { user }: Session): Promise<string[] | undefined> {
  if (!Array.isArray(given.group)) return undefined;
  return Promise.all(given.group.map((name) => groupId(user, String(name))));
}
