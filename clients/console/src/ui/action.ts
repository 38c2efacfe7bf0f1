import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Texts, useTexts } from '../texts';
import { describe } from './page';

export interface ActionOptions<Input, Result> {
  /** Called after a success. If it returns a promise, the action ends when the promise settles. */
  done?: (result: Result, input: Input) => unknown;
  /** The caller shows errors. */
  silent?: boolean;
}

interface Action<Input, Result> extends ActionOptions<Input, Result> {
  action: (input: Input) => Promise<Result>;
  /** The query keys that the action changes. */
  changes?: readonly string[];
}

/** Performs an action, refreshes the affected queries, and shows failures. */
export function useAction<Input, Result>(
  options: Action<Input, Result>,
): UseMutationResult<Result, Error, Input> {
  const texts = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: options.action,
    onSuccess: async (result, input) => {
      await options.done?.(result, input);
      const changes = options.changes ?? [];
      await Promise.all(changes.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => {
      if (!options.silent) notifyOfError(texts, error);
    },
  });
}

/** Shows a short message about a success. */
export function notify(texts: Texts, message: string): void {
  notifications.show({ color: 'teal', message, closeButtonProps: { 'aria-label': texts.close } });
}

/** Shows why something failed. */
export function notifyOfError(texts: Texts, error: unknown): void {
  const { message, fields, requestId } = describe(error, texts);
  const request = requestId === null ? [] : [`${texts.errors.requestId} ${requestId}`];
  notifications.show({
    color: 'red',
    title: message,
    message: [...fields, ...request].join(' · '),
    autoClose: 12_000,
    closeButtonProps: { 'aria-label': texts.close },
  });
}
