import { useMediaQuery } from '@mantine/hooks';

/** Whether the page is as narrow as a phone: below Mantine's breakpoint `sm`. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
