export { useSegments } from './api/segments';
export { useNaming } from './components/naming';
export type { Conditions } from './conditions';
export { readingOf } from './reading';
