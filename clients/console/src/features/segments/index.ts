export { useSegments } from './api/segments';
export { useReading } from './components/use-reading';
export type { Conditions } from './conditions';
