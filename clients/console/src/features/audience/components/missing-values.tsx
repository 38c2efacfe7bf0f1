import type { Schemas } from '@carillon/sdk';
import { Alert, Text } from '@mantine/core';
import { useTexts } from '../../../texts';
import { useAudienceTexts } from '../texts';
import { exampleOf, fieldsOn, nearestName } from '../../content';
import type { Fields } from '../api/audience';

interface MissingValuesProps {
  fields: Fields | null;
  /** The channels to show. A single channel is not named. */
  of: readonly Schemas['Channel'][];
}

const namesOf = ({ names }: Fields): string[] => names.map(({ name }) => name);

/** How many people lack a value that a message uses without a fallback. */
export function MissingValues({ fields, of }: MissingValuesProps) {
  const texts = useTexts();
  const { campaignEditor } = useAudienceTexts();
  const missing = fields?.missing.filter(({ channel }) => of.includes(channel)) ?? [];
  if (!fields || missing.length === 0) return null;
  return (
    <Alert color="yellow" mb="md" py="xs" title={campaignEditor.missingTitle}>
      {missing.map(({ channel, key, people }) => {
        const onChannel = fieldsOn(channel, fields, []);
        const isOnChannel = onChannel.some(({ name }) => name === key);
        const nearest = isOnChannel ? null : nearestName(key, namesOf(fields));
        return (
          <Text size="sm" key={`${channel} ${key}`}>
            {of.length > 1 && `${texts.channels[channel]} · `}
            {isOnChannel || !fields.isComplete
              ? campaignEditor.missing(`{{${key}}}`, texts.people(people), fields.isComplete)
              : campaignEditor.unknownField(`{{${key}}}`)}
            {nearest !== null && ` ${campaignEditor.meant(`{{${nearest}}}`)}`}
          </Text>
        );
      })}
      <Text size="sm" c="dimmed">
        {campaignEditor.missingHint(
          exampleOf(
            missing.flatMap(({ channel }) => fieldsOn(channel, fields, [])),
            texts,
          ),
        )}
      </Text>
    </Alert>
  );
}
