import { type Schemas } from '@carillon/sdk';
import { Badge, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  sendersIn,
  useDeleteSender,
  useMakeDefaultSender,
  useSenders,
  useUpdateSender,
} from '../../api/senders';
import { useMay } from '../../../../app/session/session';
import { useTexts } from '../../../../texts';
import { useSettingsTexts } from '../../texts';
import { notify } from '../../../../ui/action';
import { Confirm } from '../../../../ui/confirm';
import { ErrorNote, Loading } from '../../../../ui/page';
import { ChannelIcon, channels } from '../../../../ui/states';
import { SenderDomain } from '../domains/sender-domain';
import { RampUpState } from './ramp-up-state';
import { SenderForm } from './sender-form';
import { SenderStanding } from './sender-standing';
import { TestSender } from './test-sender';
import { WebhookUrl } from './webhook-url';

type Channel = Schemas['Channel'];
type Sender = Schemas['Sender'];

export function Senders() {
  const { settings: settingTexts } = useSettingsTexts();
  const senders = useSenders();
  const [edited, setEdited] = useState<{ channel: Channel; sender?: Sender } | null>(null);
  /** The sender that was just saved. A sender is tested before it is used. */
  const [tested, setTested] = useState<Sender | null>(null);
  if (senders.error) return <ErrorNote error={senders.error} retry={() => void senders.refetch()} />;
  if (!senders.data) return <Loading lines={3} />;
  const of = (channel: Channel) => senders.data.filter((each) => each.channel === channel);
  return (
    <Stack>
      <Text c="dimmed">{settingTexts.sendersHint}</Text>
      {channels.map((channel) => (
        <ChannelSenders
          key={channel}
          channel={channel}
          senders={of(channel)}
          onEdit={(sender) => setEdited({ channel, ...(sender && { sender }) })}
        />
      ))}
      {edited && (
        <SenderForm
          {...edited}
          isFirst={of(edited.channel).length === 0}
          onSaved={(saved) => {
            setEdited(null);
            if (saved.status !== 'OK') setTested(saved);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {tested && <TestSender sender={tested} isFirst onClose={() => setTested(null)} />}
    </Stack>
  );
}

interface ChannelSendersProps {
  channel: Channel;
  senders: readonly Sender[];
  onEdit: (sender?: Sender) => void;
}

/** The senders of a channel, and a button to add another. */
function ChannelSenders({ channel, senders, onEdit }: ChannelSendersProps) {
  const texts = useTexts();
  const { senders: senderTexts } = useSettingsTexts();
  const isAdmin = useMay('admin');
  if (senders.length === 0) return <SenderPane channel={channel} onEdit={() => onEdit()} />;
  return (
    <Stack gap="xs">
      {senders.map((sender) => (
        <SenderPane
          key={sender._id}
          channel={channel}
          sender={sender}
          hasOthers={senders.length > 1}
          onEdit={() => onEdit(sender)}
        />
      ))}
      {isAdmin && (
        <Button
          variant="subtle"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onEdit()}
          leftSection={<IconPlus size={14} />}
        >
          {senderTexts.addAnother(texts.channels[channel])}
        </Button>
      )}
    </Stack>
  );
}

const statusColors = { UNTESTED: 'gray', OK: 'teal', FAILING: 'red' } as const;

interface SenderPaneProps {
  channel: Channel;
  /** Absent: the channel has no sender. */
  sender?: Sender;
  hasOthers?: boolean;
  onEdit: () => void;
}

function SenderPane({ channel, sender, hasOthers = false, onEdit }: SenderPaneProps) {
  const texts = useTexts();
  const { settings: settingTexts, senders: senderTexts } = useSettingsTexts();
  const isAdmin = useMay('admin');
  const [isDeleting, deleting] = useDisclosure(false);
  const [isTesting, testing] = useDisclosure(false);
  const remove = useDeleteSender({ silent: true });
  const makeDefault = useMakeDefaultSender();
  const all = useSenders().data ?? [];
  const members = sender?.provider === 'POOL' ? sendersIn(sender, all).map(({ name }) => name) : [];
  const pausing = useUpdateSender({
    done: ({ name, isPaused }) => notify(texts, (isPaused ? senderTexts.paused : senderTexts.resumed)(name)),
  });
  return (
    <Paper className="pane" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="flex-start" wrap="nowrap" miw={0}>
          <Text c="bell" lh={0} pt={4}>
            <ChannelIcon channel={channel} size={20} />
          </Text>
          <div>
            <Group gap="xs">
              <Text fw={600}>{texts.channels[channel]}</Text>
              {sender && (
                <Badge variant="light" tt="none" radius="sm" color={statusColors[sender.status]}>
                  {settingTexts.status[sender.status]}
                </Badge>
              )}
              {sender?.isPaused && (
                <Badge variant="light" tt="none" radius="sm" color="yellow">
                  {senderTexts.isPaused}
                </Badge>
              )}
              {sender?.isDefault && hasOthers && (
                <Badge variant="outline" tt="none" radius="sm">
                  {senderTexts.isDefault}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {sender
                ? [sender.name, ...shownSettings(sender), ...members].join(' · ')
                : channel === 'EMAIL'
                  ? settingTexts.emailDefault
                  : settingTexts.noSender}
            </Text>
            {sender?.provider === 'SMTP' && 'fromAddress' in sender.settings && isAdmin && (
              <SenderDomain fromAddress={sender.settings.fromAddress} />
            )}
            {sender?.standing && <SenderStanding standing={sender.standing} />}
          </div>
        </Group>
        <Group gap="xs">
          {!isAdmin ? null : sender ? (
            <>
              <Button variant="default" size="xs" onClick={testing.open}>
                {settingTexts.test}
              </Button>
              <Button variant="default" size="xs" onClick={onEdit}>
                {texts.edit}
              </Button>
              {sender.provider !== 'POOL' && (
                <Button
                  variant="default"
                  size="xs"
                  loading={pausing.isPending}
                  onClick={() => pausing.mutate({ id: sender._id, body: { isPaused: !sender.isPaused } })}
                >
                  {sender.isPaused ? senderTexts.resume : senderTexts.pause}
                </Button>
              )}
              {!sender.isDefault && (
                <Button
                  variant="default"
                  size="xs"
                  loading={makeDefault.isPending}
                  onClick={() => makeDefault.mutate(sender._id)}
                >
                  {senderTexts.makeDefault}
                </Button>
              )}
              {/* The default is deleted last. */}
              {!(sender.isDefault && hasOthers) && (
                <Button variant="default" size="xs" onClick={deleting.open}>
                  {texts.delete}
                </Button>
              )}
            </>
          ) : (
            <Button variant="default" size="xs" onClick={onEdit} leftSection={<IconPlus size={14} />}>
              {settingTexts.add}
            </Button>
          )}
        </Group>
      </Group>
      {sender?.rampUp && <RampUpState senderId={sender._id} />}
      {sender?.webhookUrl && isAdmin && (
        <Box mt="sm">
          <WebhookUrl
            url={sender.webhookUrl}
            channel={sender.channel}
            verifyToken={sender.webhookVerifyToken}
          />
        </Box>
      )}
      {isTesting && sender && <TestSender sender={sender} onClose={testing.close} />}
      {isDeleting && sender && (
        <Confirm
          title={settingTexts.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(sender._id)}
          onClose={deleting.close}
        >
          {settingTexts.deleteText}
        </Confirm>
      )}
    </Paper>
  );
}

function shownSettings({ settings }: Sender): string[] {
  if ('url' in settings) return [settings.url];
  if ('host' in settings) return [`${settings.host}:${settings.port}`, settings.fromAddress];
  if ('accountSid' in settings)
    return [settings.from ?? settings.messagingServiceSid ?? '', settings.accountSid];
  if ('applicationId' in settings) return [settings.from, settings.applicationId];
  if ('phoneNumberId' in settings) return [settings.phoneNumberId, settings.businessAccountId];
  if ('publicKey' in settings) return [settings.from];
  return 'fromAddress' in settings ? [settings.fromAddress] : [];
}
