import type { Schemas } from '@carillon/sdk';
import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../texts';
import { useOperatorTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';

interface UserFields extends Pick<Schemas['User'], 'name' | 'plan'> {
  email: string;
}

interface UserFormProps {
  title: string;
  verb: string;
  fields: UserFields;
  isBusy: boolean;
  error: Error | null;
  onSave: (fields: UserFields) => void;
  onClose: () => void;
}

export function UserForm({ title, verb, fields, isBusy, error, onSave, onClose }: UserFormProps) {
  const texts = useTexts();
  const operator = useOperatorTexts();
  const [{ name, email, plan }, setFields] = useState(fields);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSave({ name, email, plan });
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={operator.userName}
            value={name}
            onChange={(event) => setFields({ name: event.currentTarget.value, email, plan })}
            maxLength={100}
            required
            data-autofocus
          />
          <TextInput
            label={operator.email}
            value={email}
            onChange={(event) => setFields({ name, email: event.currentTarget.value, plan })}
          />
          <Select
            label={operator.plan}
            description={operator.planHint}
            data={(['FREE', 'UPGRADED'] as const).map((value) => ({
              value,
              label: texts.settings.plans[value],
            }))}
            value={plan}
            onChange={(value) => setFields({ name, email, plan: value ?? plan })}
            allowDeselect={false}
          />
          {error && <ErrorNote error={error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              {verb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
