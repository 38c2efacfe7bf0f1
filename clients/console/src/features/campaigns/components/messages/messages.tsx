import type { Schemas } from '@carillon/sdk';
import { Alert, Box, Group, Paper, Stack, Tabs, Text } from '@mantine/core';
import { useMemo } from 'react';
import { type Placeholder, fieldsOn } from '../../../content';
import { useTexts } from '../../../../texts';
import { useCampaignTexts } from '../../texts';
import { Fold } from '../../../../ui/fold';
import { ChannelIcon, channels } from '../../../../ui/states';
import { type Fields, MissingValues } from '../../../audience';
import { usePreview } from '../../api/preview';
import type { Draft } from '../../draft/draft';
import { changeIn, draftIn } from '../../draft/translation';
import { Attachments } from './attachments';
import { Email, EmailFields } from './email';
import { EngineSelect } from './engine-select';
import { FirstLanguage, LanguageBar } from './language-bar';
import { PersonSelect } from './person-select';
import { Sms } from './sms';
import { Whatsapp } from './whatsapp';

interface MessagesProps {
  draft: Draft;
  saved: Schemas['CampaignDetail'] | null;
  isSaved: boolean;
  isReadOnly: boolean;
  change: (changed: Partial<Draft>) => void;
  /** Why the last save failed. */
  error: Error | null;
  /** Replaces blocks or MJML with their HTML. */
  detach: (tag: string | null) => Promise<boolean>;
  sample: Schemas['Subscriber'][];
  fields: Fields | null;
  /** The person of the preview; null: no specific person. */
  person: Schemas['Subscriber'] | null;
  onPerson: (person: Schemas['Subscriber'] | null) => void;
  channel: Schemas['Channel'];
  onChannel: (channel: Schemas['Channel']) => void;
  /** The shown language. Null: the texts for everyone. */
  language: string | null;
  onLanguage: (tag: string | null) => void;
}

/** One tab per channel: the text and its preview. */
export function Messages(props: MessagesProps) {
  const { saved, isSaved, isReadOnly, sample, fields, person, onPerson, error, language, onLanguage } = props;
  const { channel: shown, onChannel } = props;
  const draft = draftIn(props.draft, language);
  const change = (changed: Partial<Draft>): void => props.change(changeIn(props.draft, language, changed));
  const detach = (): Promise<boolean> => props.detach(language);
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const on = usePlaceholders(sample, fields);
  const seen = usePreview(saved, person, language).data ?? null;
  const parts = { draft, preview: seen, isReadOnly, change, isTranslation: language !== null };
  const languages = { draft: props.draft, isReadOnly, change: props.change, onShow: onLanguage };
  return (
    <Paper className="pane" p={0}>
      <LanguageBar {...languages} shown={language} />
      <Tabs
        id="campaign-messages"
        value={shown}
        onChange={(value) => onChannel(channels.find((each) => each === value) ?? shown)}
        keepMounted={false}
      >
        <Group justify="space-between" align="flex-end" px="md" pt="sm" gap="sm">
          <Tabs.List aria-label={campaign.tabs}>
            {channels.map((channel) => (
              <Tabs.Tab
                key={channel}
                value={channel}
                px={{ base: 'xs', sm: 'md' }}
                leftSection={<ChannelIcon channel={channel} />}
              >
                {texts.channels[channel]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Group gap="xs" pb="xs">
            <FirstLanguage {...languages} />
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" c="dimmed" id="as-person" style={{ whiteSpace: 'nowrap' }}>
                {campaign.asPerson}
              </Text>
              <PersonSelect sample={sample} value={person} onChange={onPerson} />
            </Group>
          </Group>
        </Group>
        {/* Each language has editors of its own. */}
        <Box p="md" key={language ?? ''}>
          {saved === null && sample.length > 0 && !isReadOnly && (
            <Text size="sm" c="dimmed" mb="md">
              {texts.firstSteps.saveToPreview}
            </Text>
          )}
          {seen !== null && seen.missingKeys.length > 0 && (
            <Alert color="yellow" mb="md" py="xs">
              {campaign.missing(seen.missingKeys.map((key) => `{{${key}}}`).join(', '))}
            </Alert>
          )}
          <Tabs.Panel value="EMAIL">
            <MissingValues fields={fields} of={['EMAIL']} />
            <EmailFields {...parts} placeholders={on('EMAIL')} />
            <Stack gap="md">
              <Email
                {...parts}
                {...{ saved, error, language, detach }}
                placeholders={on('EMAIL')}
                isCurrent={isSaved}
              />
              <Attachments {...parts} placeholders={on('EMAIL')} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="WHATSAPP">
            <MissingValues fields={fields} of={['WHATSAPP']} />
            <Whatsapp {...parts} placeholders={on('WHATSAPP')} />
            {language === null && <MoreSettings {...parts} />}
          </Tabs.Panel>
          <Tabs.Panel value="SMS">
            <MissingValues fields={fields} of={['SMS']} />
            <Sms {...parts} placeholders={on('SMS')} saved={saved} fields={fields} />
            {language === null && <MoreSettings {...parts} />}
          </Tabs.Panel>
        </Box>
      </Tabs>
    </Paper>
  );
}

/** What few messages on a phone need. */
function MoreSettings(props: Pick<MessagesProps, 'draft' | 'isReadOnly' | 'change'>) {
  const { emailFields } = useCampaignTexts();
  return (
    <Box mt="md" maw="36rem">
      <Fold label={emailFields.more}>
        <Box mt="md">
          <EngineSelect {...props} />
        </Box>
      </Fold>
    </Box>
  );
}

/** The names of fields in the data of a channel's recipients; before the first save, of only some recipients. */
function usePlaceholders(
  sample: Schemas['Subscriber'][],
  fields: Fields | null,
): (channel: Schemas['Channel']) => Placeholder[] {
  const texts = useTexts();
  return useMemo(() => {
    const of = (channel: Schemas['Channel']): Placeholder[] =>
      fieldsOn(channel, fields, sample).map(({ name, people }) => ({
        name,
        ...(people !== undefined && { detail: texts.people(people) }),
      }));
    const all = { EMAIL: of('EMAIL'), WHATSAPP: of('WHATSAPP'), SMS: of('SMS') };
    return (channel) => all[channel];
  }, [sample, fields, texts]);
}
