import { column, wide } from '../output/cells';
import { text } from '../api/json';
import { pathOf } from '../api/request';
import type { Session } from '../session';
import { findGroup, groupId } from '../groups/find-group';
import { limitOption, noun, verb, yesOption } from '../words/command';
import { dataJsonOption, dataOption, extraData } from '../words/extra-data';
import { channel } from '../words/values';

const columns = [
  column('_id'),
  column('integration'),
  wide('identifier'),
  wide('extraData'),
  column('createdAt'),
];

const CHANNEL = 'email, whatsapp or sms';

export const subscribers = (session: Session) =>
  noun(
    'subscribers',
    'the members of groups, one by one',
    listSubscribers(session),
    findSubscribers(session),
    showSubscriber(session),
    addSubscriber(session),
    updateSubscriber(session),
    removeSubscribers(session),
  );

const listSubscribers = ({ user, output }: Session) =>
  verb('list', 'lists the members of a group', 'subscribers list friends --channel sms')
    .argument('<group>', 'slug or id')
    .option('--channel <channel>', CHANNEL, channel)
    .addOption(limitOption())
    .action(async (group, { limit, channel: integration }) => {
      const query = { groupId: await groupId(user, group), integration };
      await output.list(user.pages('/subscribers', query, limit), columns, 'Nobody is in this group.');
    });

const findSubscribers = ({ user, output }: Session) =>
  verb('find', 'finds who has an address, in all groups', 'subscribers find mary@example.com')
    .argument('<address>', 'email address or international phone number')
    .option('--group <group>', 'slug or id of the one group to look in')
    .option('--channel <channel>', CHANNEL, channel)
    .addOption(limitOption())
    .action(async (identifier, { limit, group, channel: integration }) => {
      const groupIs = group === undefined ? {} : { groupId: await groupId(user, group) };
      const pages = user.pages('/subscribers', { ...groupIs, integration, identifier }, limit);
      await output.list(pages, [...columns, column('group')], 'Nobody has this address.');
    });

const showSubscriber = ({ user, output }: Session) =>
  verb('show', 'shows a subscriber', 'subscribers show 6560f0a1b2c3d4e5f6a7b8c9')
    .argument('<subscriber>', 'its id')
    .action(async (id) => output.one(await user.get(pathOf`/subscribers/${id}`)));

const addSubscriber = ({ user, output }: Session) =>
  verb(
    'add',
    'adds somebody to a group',
    'subscribers add friends email mary@example.com --data name=Mary',
    'subscribers add friends sms "+47 912 34 567" --data-json \'{"visits": 3}\'',
  )
    .argument('<group>', 'slug or id')
    .argument('<channel>', CHANNEL, channel)
    .argument('<address>', 'email address or international phone number')
    .addOption(dataOption())
    .addOption(dataJsonOption())
    .action(async (group, integration, identifier, options) => {
      const groupSlug = text(await findGroup(user, group), 'slug');
      const body = { integration, identifier, groupSlug, extraData: extraData(options) };
      await output.one(await user.post('/subscribers', body));
    });

const updateSubscriber = ({ user, output }: Session) =>
  verb(
    'update',
    'replaces what is known of a subscriber, or moves it to another group',
    'subscribers update 6560f0a1b2c3d4e5f6a7b8c9 --data name=Maria --group family',
  )
    .argument('<subscriber>', 'its id')
    .addOption(dataOption())
    .addOption(dataJsonOption())
    .option('--group <group>', 'slug or id of the group to move to')
    .action(async (id, options) => {
      const groupSlug = options.group && text(await findGroup(user, options.group), 'slug');
      const changes = { extraData: extraData(options), groupSlug };
      await output.one(await user.patch(pathOf`/subscribers/${id}`, changes));
    });

const removeSubscribers = (session: Session) =>
  verb(
    'remove',
    'takes subscribers out of their group',
    'subscribers remove friends 6560f0a1b2c3d4e5f6a7b8c9',
  )
    .argument('<group>', 'slug or id')
    .argument('<subscribers...>', 'ids, up to 1000')
    .addOption(yesOption())
    .action(async (group, subscriberIds, { yes }) => {
      const { user, output } = session;
      const body = { groupId: await groupId(user, group), subscriberIds };
      await session.confirm(`Remove ${subscriberIds.length} from ${group}?`, yes);
      await output.removed(await user.delete('/subscribers', body), 'subscriber');
    });
