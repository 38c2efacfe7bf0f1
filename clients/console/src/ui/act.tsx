import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Texts, useTexts } from '../texts';
import { ErrorNote, describe } from './page';

interface ActOptions<Given, Done> {
  act: (given: Given) => Promise<Done>;
  /** The query keys that the action changes. */
  changes?: readonly string[];
  done?: (result: Done, given: Given) => void;
  /** The caller shows errors. */
  silent?: boolean;
}

/** Performs an action, refreshes the affected queries, and shows failures. */
export function useAct<Given, Done>(options: ActOptions<Given, Done>): UseMutationResult<Done, Error, Given> {
  const texts = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: options.act,
    onSuccess: async (result, given) => {
      options.done?.(result, given);
      const changes = options.changes ?? [];
      await Promise.all(changes.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => {
      if (options.silent) return;
      const { message, fields, requestId } = describe(error, texts);
      const request = requestId === null ? [] : [`${texts.errors.requestId} ${requestId}`];
      notifications.show({
        color: 'red',
        title: message,
        message: [...fields, ...request].join(' · '),
        autoClose: 12_000,
        closeButtonProps: { 'aria-label': texts.close },
      });
    },
  });
}

export function tell(texts: Texts, message: string): void {
  notifications.show({ color: 'teal', message, closeButtonProps: { 'aria-label': texts.close } });
}

/** The last line of a dialog: the way out, and the button that does it. */
export function DialogButtons({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const texts = useTexts();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
      {children}
    </Group>
  );
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  verb: string;
  /** The text to type first, and its label. */
  typed?: { text: string; label: string };
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before irreversible actions. */
export function Confirm({ title, children, verb, typed, act, onClose }: ConfirmProps) {
  const texts = useTexts();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const go = (): void => {
    setBusy(true);
    act().then(onClose, (thrown: unknown) => {
      setError(thrown);
      setBusy(false);
    });
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typed && (
          <TextInput
            label={typed.label}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {error !== null && <ErrorNote error={error} />}
        <DialogButtons onClose={onClose}>
          <Button
            color="red.9"
            loading={isBusy}
            disabled={typed !== undefined && words.trim() !== typed.text}
            onClick={go}
          >
            {verb}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
