import type { Schemas } from '@carillon/sdk';
import { Badge, Group } from '@mantine/core';
import { IconBrandWhatsapp, IconMail, IconMessage } from '@tabler/icons-react';
import { useTexts } from '../texts';

/** The color of each channel in charts. */
export const channelColors = { EMAIL: 'bell.5', WHATSAPP: 'teal.6', SMS: 'violet.5' } as const;

export const statusColors: Readonly<Record<Schemas['CampaignStatus'], string>> = {
  DRAFT: 'gray',
  SCHEDULED: 'violet',
  SENDING: 'blue',
  PAUSED: 'orange',
  SENT: 'teal',
  CANCELLED: 'gray',
};

export const channels = ['EMAIL', 'WHATSAPP', 'SMS'] as const;

interface StatusBadgeProps {
  status: Schemas['CampaignStatus'];
  /** The state of the latest request for an approval, which matters for drafts. */
  approval?: Schemas['CampaignFigures']['approval'] | undefined;
}

export function StatusBadge({ status, approval }: StatusBadgeProps) {
  const texts = useTexts();
  const isShown = status === 'DRAFT' && (approval === 'PENDING' || approval === 'APPROVED');
  return (
    <Badge
      color={isShown ? (approval === 'PENDING' ? 'yellow' : 'teal') : statusColors[status]}
      variant="light"
      radius="sm"
      tt="none"
      fw={600}
      flex="none"
      className={`status-${status}`}
    >
      {isShown ? texts.approval.short[approval] : texts.status[status]}
    </Badge>
  );
}

const icons = { EMAIL: IconMail, WHATSAPP: IconBrandWhatsapp, SMS: IconMessage } as const;

export function ChannelIcon({ channel, size = 16 }: { channel: Schemas['Channel']; size?: number }) {
  const Icon = icons[channel];
  return <Icon size={size} aria-hidden />;
}

/** The channels of a campaign or a template. */
export function ChannelIcons({ channels: shown }: { channels: Schemas['Channel'][] }) {
  const texts = useTexts();
  const names = shown.map((channel) => texts.channels[channel]).join(', ');
  return (
    <Group gap={6} wrap="nowrap" className="dimmed" role="img" aria-label={names || texts.none} title={names}>
      {shown.map((channel) => (
        <ChannelIcon key={channel} channel={channel} />
      ))}
    </Group>
  );
}
