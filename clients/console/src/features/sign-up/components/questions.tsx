import {
  ActionIcon,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Paper,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useSignUpTexts } from '../texts';
import { byFoldedLabel } from '../../../ui/folded-filter';
import { useDeclaredTypes } from '../../people';
import { MOST, type Question, repeatedAttribute } from '../form';

interface QuestionsProps {
  fields: readonly Question[];
  isReadOnly: boolean;
  onChange: (fields: Question[]) => void;
}

/** The questions of a form in addition to the email address. */
export function Questions({ fields, isReadOnly, onChange }: QuestionsProps) {
  const texts = useSignUpTexts();
  const attributes = useDeclaredTypes().data ?? [];
  const repeated = repeatedAttribute(fields);
  const change = (index: number, changed: Partial<Question>): void =>
    onChange(fields.map((field, at) => (at === index ? { ...field, ...changed } : field)));
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={550}>
          {texts.questions}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.questionsHint}
        </Text>
      </div>
      {fields.map((field, index) => (
        <Paper key={index} withBorder p="sm" role="group" aria-label={texts.question(index + 1)}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={texts.label}
              value={field.label}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
              maxLength={MOST.label}
              readOnly={isReadOnly}
              required
              flex="2 1 160px"
            />
            <Autocomplete
              label={texts.attribute}
              data={attributes.map(({ name }) => name)}
              value={field.attribute}
              onChange={(attribute) => change(index, { attribute })}
              filter={byFoldedLabel}
              maxLength={MOST.attribute}
              readOnly={isReadOnly}
              required
              flex="2 1 160px"
            />
            <Group gap="sm" wrap="nowrap" mih={36}>
              <Checkbox
                label={texts.required}
                checked={field.required}
                onChange={(event) => change(index, { required: event.currentTarget.checked })}
                disabled={isReadOnly}
              />
              {!isReadOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={texts.removeQuestion(index + 1)}
                  onClick={() => onChange(fields.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
          </Group>
        </Paper>
      ))}
      {repeated !== undefined && (
        <Text size="sm" c="red" role="alert">
          {texts.repeated(repeated)}
        </Text>
      )}
      {!isReadOnly && fields.length < MOST.fields && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...fields, { attribute: '', label: '', required: false }])}
        >
          {texts.addQuestion}
        </Button>
      )}
    </Stack>
  );
}
