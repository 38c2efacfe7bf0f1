import { column, wide } from '../output/cells';
import { pathOf } from '../api/request';
import { Unwell } from '../failures';
import type { Session } from '../session';
import { limitOption, noun, verb, yesOption } from '../words/command';
import { channel } from '../words/values';
import { addIntegration, updateIntegration } from './change-integration';
import { integrationId } from './find-integration';

const columns = [
  column('_id'),
  column('channel'),
  wide('name'),
  column('status'),
  wide('statusReason', { title: 'REASON' }),
  column('ratePerSecond', { title: 'RATE', align: 'right' }),
  column('checkedAt'),
];
const CHANNEL = 'email, whatsapp or sms';

export const integrations = (session: Session) =>
  noun(
    'integrations',
    'your own mail server and Twilio accounts, one for each channel',
    listIntegrations(session),
    showIntegration(session),
    noun(
      'add',
      'adds an integration',
      addIntegration(session, 'EMAIL'),
      addIntegration(session, 'WHATSAPP'),
      addIntegration(session, 'SMS'),
    ),
    noun(
      'update',
      'changes an integration',
      updateIntegration(session, 'EMAIL'),
      updateIntegration(session, 'WHATSAPP'),
      updateIntegration(session, 'SMS'),
    ),
    testIntegration(session),
    removeIntegration(session),
  );

const listIntegrations = ({ user, output }: Session) =>
  verb('list', 'lists the integrations', 'integrations list')
    .addOption(limitOption())
    .action(({ limit }) => output.list(user.pages('/integrations', {}, limit), columns));

const showIntegration = ({ user, output }: Session) =>
  verb('show', 'shows the integration for a channel', 'integrations show email')
    .argument('<channel>', CHANNEL, channel)
    .action(async (which) => {
      const path = pathOf`/integrations/${await integrationId(user, which)}`;
      await output.one(await user.get(path));
    });

const testIntegration = ({ user, output }: Session) =>
  verb('test', 'tries the login, and with --to a message', 'integrations test sms --to +4791234567')
    .argument('<channel>', CHANNEL, channel)
    .option('--to <address>', 'sends one message there')
    .action(async (which, { to }) => {
      const path = pathOf`/integrations/${await integrationId(user, which)}/test`;
      const tried = await user.post(path, { identifier: to });
      await output.one(tried);
      if (tried.ok !== true) throw new Unwell('The provider refuses');
    });

const removeIntegration = (session: Session) =>
  verb('remove', 'removes the integration for a channel', 'integrations remove sms')
    .argument('<channel>', CHANNEL, channel)
    .addOption(yesOption())
    .action(async (which, { yes }) => {
      const { user, output } = session;
      const path = pathOf`/integrations/${await integrationId(user, which)}`;
      await session.confirm(`Remove the integration for ${which}?`, yes);
      await output.removed(await user.delete(path), 'integration');
    });
