import { CarillonError } from '@carillon/sdk';
import { Button, Modal, PasswordInput, Stack } from '@mantine/core';
import { type ReactNode, type SyntheticEvent } from 'react';
import { useTexts } from '../../../texts';
import { useProfileTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';

interface PasswordFormProps {
  title: string;
  verb: string;
  current: string;
  setCurrent: (password: string) => void;
  isBusy: boolean;
  error: Error | null;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the password before sensitive actions, because the page may be open on an unattended computer. */
export function PasswordForm({
  title,
  verb,
  current,
  setCurrent,
  isBusy,
  error,
  onSubmit,
  onClose,
  children,
}: PasswordFormProps) {
  const texts = useTexts();
  const { identity } = useProfileTexts();
  const isWrong = isAbout(error, 'currentPassword');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label={identity.currentPassword}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            autoComplete="current-password"
            error={isWrong && identity.wrongPassword}
            required
            data-autofocus
          />
          {children}
          {error && !isWrong && <ErrorNote error={error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={isBusy}>
              {verb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Whether the API rejected this field. */
export function isAbout(error: Error | null, field: string): boolean {
  return error instanceof CarillonError && error.fields.some((each) => each.field === field);
}
