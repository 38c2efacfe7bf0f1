import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Texts, useTexts } from '../texts';
import { describe } from './page';

interface ActionOptions<Given, Done> {
  action: (given: Given) => Promise<Done>;
  /** The query keys that the action changes. */
  changes?: readonly string[];
  done?: (result: Done, given: Given) => void;
  /** The caller shows errors. */
  silent?: boolean;
}

/** Performs an action, refreshes the affected queries, and shows failures. */
export function useAction<Given, Done>(
  options: ActionOptions<Given, Done>,
): UseMutationResult<Done, Error, Given> {
  const texts = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: options.action,
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

export function notify(texts: Texts, message: string): void {
  notifications.show({ color: 'teal', message, closeButtonProps: { 'aria-label': texts.close } });
}
