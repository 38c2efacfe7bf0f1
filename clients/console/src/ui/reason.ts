import { useReasonTexts } from '../texts/reasons';

/** The reason why something was not sent, as text. */
export function useReason(): (reason: string) => string {
  const { reasons } = useReasonTexts();
  return (reason) => reasons[reason] ?? sentence(reason);
}

function sentence(code: string): string {
  const spaced = code.toLowerCase().replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
