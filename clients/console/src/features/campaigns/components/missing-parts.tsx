import { Alert, Anchor, Group } from '@mantine/core';
import { useTexts } from '../../../texts';
import type { Part } from '../draft/draft';

/** Where the parts of a campaign are on the page. */
const fieldOf: Record<Part, string> = {
  name: '#campaign-name',
  groups: '#campaign-groups',
  message: '#campaign-messages [role="tab"][aria-selected="true"]',
  replyTo: '#campaign-replyTo',
};

/** The fields to complete before the campaign can be tested or sent, with links to them. */
export function MissingParts({ parts }: { parts: readonly Part[] }) {
  const texts = useTexts();
  return (
    <Alert color="yellow" title={texts.campaignEditor.incompleteTitle}>
      <Group gap="md">
        {parts.map((part) => (
          <Anchor
            key={part}
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => document.querySelector<HTMLElement>(fieldOf[part])?.focus()}
          >
            {texts.campaignEditor.addPart[part]}
          </Anchor>
        ))}
      </Group>
    </Alert>
  );
}
