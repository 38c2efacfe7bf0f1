import { Alert, Anchor, List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { focusOn } from './focus-field';
import type { MissingItem } from '../missing';

interface MissingPartsProps {
  items: readonly MissingItem[];
  /** Channels that have a message, but no sender. */
  channels: readonly ('EMAIL' | 'WHATSAPP' | 'SMS')[];
}

/** What to do before the campaign can be tested or sent, with links to the fields. It gets the focus when it appears. */
export function MissingParts({ items, channels }: MissingPartsProps) {
  const texts = useTexts();
  const { campaignEditor } = useCampaignTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <Alert ref={list} tabIndex={-1} color="yellow" title={campaignEditor.incompleteTitle}>
      <List size="sm" spacing={6}>
        {items.map(({ text, at }) => (
          <List.Item key={text}>
            {at === null ? (
              text
            ) : (
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                underline="always"
                onClick={() => focusOn(document.querySelector<HTMLElement>(at))}
              >
                {text}
              </Anchor>
            )}
          </List.Item>
        ))}
        {channels.map((channel) => (
          <List.Item key={channel}>
            <Anchor component={Link} to="/settings" size="sm" underline="always">
              {campaignEditor.addSender(texts.channels[channel])}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
