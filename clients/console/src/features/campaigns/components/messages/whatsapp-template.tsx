import { ActionIcon, Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../../../texts';
import { languageName } from '../../../../ui/language-names';
import { ErrorNote } from '../../../../ui/page';
import { exampleOf } from '../../../content';
import type { ContentTemplate, useContentTemplates } from '../../api/content-templates';
import { variablesFor } from '../../draft/template-variables';
import { fieldId } from '../focus-field';
import type { ChannelProps } from './channel-props';
import { partOf, useWhatsappTemplateTexts } from './whatsapp-template-texts';

interface TemplateFieldsProps extends Pick<ChannelProps, 'draft' | 'isReadOnly' | 'change' | 'placeholders'> {
  templates: ReturnType<typeof useContentTemplates>;
}

/** The template of a WhatsApp message, from the list of the provider or by its ID, and the values of its variables. */
export function TemplateFields({ templates, ...props }: TemplateFieldsProps) {
  const { draft, isReadOnly } = props;
  const words = useWhatsappTemplateTexts();
  const [isById, setById] = useState(false);
  const { data: all, isOffered, error, refetch } = templates;
  const template = all?.find(({ contentSid }) => contentSid === draft.contentSid.trim());
  const hasList = isOffered && error === null && !isReadOnly;
  return (
    <Stack gap="xs">
      {error !== null && isOffered && !isReadOnly && <ErrorNote error={error} retry={() => void refetch()} />}
      {hasList && !isById ? (
        <TemplateSelect {...props} all={all} />
      ) : (
        <TemplateId {...props} isUnknown={all !== undefined && template === undefined} />
      )}
      {hasList && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setById(!isById)}>
          {isById ? words.fromList : words.byId}
        </Anchor>
      )}
      {template && template.status !== 'APPROVED' && <NotApproved template={template} />}
      {draft.contentSid.trim() !== '' && <Variables {...props} template={template} />}
    </Stack>
  );
}

interface TemplateSelectProps extends Omit<TemplateFieldsProps, 'templates' | 'placeholders'> {
  /** Undefined: they are being loaded. */
  all: ContentTemplate[] | undefined;
}

function TemplateSelect({ draft, change, all }: TemplateSelectProps) {
  const words = useWhatsappTemplateTexts();
  const { language } = useLanguage();
  const chosen = draft.contentSid.trim();
  const isUnknown = chosen !== '' && all?.every(({ contentSid }) => contentSid !== chosen) === true;
  const labelOf = ({ name, language: tag, status }: ContentTemplate): string => {
    const label = tag === '' ? name : `${name} · ${languageName(tag, language)}`;
    return status === 'APPROVED' ? label : `${label} · ${words.states[status]}`;
  };
  return (
    <Select
      label={words.label}
      description={all?.length === 0 ? words.noTemplates : words.hint}
      placeholder={all === undefined ? words.loading : words.choose}
      data={[
        ...(all ?? []).map((each) => ({
          ...{ value: each.contentSid, label: labelOf(each), disabled: each.status !== 'APPROVED' },
        })),
        ...(isUnknown || (all === undefined && chosen !== '') ? [{ value: chosen, label: chosen }] : []),
      ]}
      value={chosen === '' ? null : chosen}
      error={isUnknown && words.unknown}
      searchable
      clearable
      nothingFoundMessage={words.none}
      onChange={(contentSid) => {
        const template = all?.find((each) => each.contentSid === contentSid);
        change({ contentSid: contentSid ?? '', variables: variablesFor(template, draft.variables) });
      }}
    />
  );
}

interface TemplateIdProps extends Omit<TemplateFieldsProps, 'templates' | 'placeholders'> {
  isUnknown: boolean;
}

function TemplateId({ draft, isReadOnly, change, isUnknown }: TemplateIdProps) {
  const texts = useTexts();
  const words = useWhatsappTemplateTexts();
  return (
    <TextInput
      label={texts.campaign.template}
      description={words.idHint}
      value={draft.contentSid}
      readOnly={isReadOnly}
      error={isUnknown && draft.contentSid.trim() !== '' && words.unknown}
      onChange={(event) => change({ contentSid: event.currentTarget.value })}
      placeholder="HX…"
    />
  );
}

function NotApproved({ template }: { template: ContentTemplate }) {
  const words = useWhatsappTemplateTexts();
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {words.notApproved(words.states[template.status])}{' '}
      {template.rejectionReason !== null && words.rejection(template.rejectionReason)}
    </Text>
  );
}

interface VariablesProps extends Omit<TemplateFieldsProps, 'templates'> {
  /** Undefined: Carillon doesn't know its variables. */
  template: ContentTemplate | undefined;
}

/** The values of the variables. If the template is unknown, also their names. */
function Variables({ draft, isReadOnly, change, placeholders, template }: VariablesProps) {
  const texts = useTexts();
  const words = useWhatsappTemplateTexts();
  const set = (at: number, pair: [string, string] | null): void =>
    change({
      variables: draft.variables.flatMap((each, index) => (index === at ? (pair ? [pair] : []) : [each])),
    });
  const needed = template && new Set(variablesFor(template, []).map(([name]) => name));
  if (needed?.size === 0 && draft.variables.length === 0) return null;
  return (
    <Stack gap="xs" role="group" aria-label={words.variables}>
      <Text size="sm" fw={550}>
        {words.variables}
      </Text>
      <Text size="xs" c="dimmed">
        {words.variablesHint}
      </Text>
      {draft.variables.map(([name, value], at) => {
        const isNeeded = needed?.has(name) === true;
        const sample = template?.variables[name] ?? '';
        return (
          <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              aria-label={words.variable}
              value={isNeeded ? `{{${name}}}` : name}
              readOnly={isReadOnly || isNeeded}
              w={isNeeded && name.length > 6 ? 168 : 96}
              onChange={(event) => set(at, [event.currentTarget.value, value])}
            />
            <TextInput
              id={fieldId(`whatsappTemplate.variables.${name}`)}
              aria-label={`${words.value} {{${name}}}`}
              description={partOf(name, words)}
              value={value}
              readOnly={isReadOnly}
              flex={1}
              placeholder={sample === '' ? exampleOf(placeholders, texts) : words.sample(sample)}
              onChange={(event) => set(at, [name, event.currentTarget.value])}
            />
            {!isReadOnly && !isNeeded && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${texts.delete}: ${name}`}
                onClick={() => set(at, null)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {!isReadOnly && !template && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => change({ variables: [...draft.variables, [`${draft.variables.length + 1}`, '']] })}
        >
          {words.addVariable}
        </Button>
      )}
    </Stack>
  );
}
